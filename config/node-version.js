// Whether this Node can run the code. JavaScript, for an older one reads no TypeScript.
const [oldestMajor, oldestMinor] = [24, 16];
const [major, minor] = process.versions.node.split('.').map(Number);

export const oldest = `${oldestMajor}.${oldestMinor}`;
export const isTooOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);

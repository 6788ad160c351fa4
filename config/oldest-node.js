// Loaded before all else, and JavaScript, for an older Node reads no TypeScript: it ends the process with one clear line.
const oldest = [24, 16];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    console.error(
        `Sage Council needs Node ${oldest.join('.')} or newer; this is Node ${process.versions.node}. "npm ci" brings one along, "npm ci --omit=dev" does not.`
    );
    process.exit(78);
}

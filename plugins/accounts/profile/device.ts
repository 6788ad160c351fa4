// What a browser says of itself is long and old-fashioned; people know theirs by two words.
const programs: [sign: RegExp, name: string][] = [
    [/\bEdgA?\//, 'Edge'],
    [/\bOPR\//, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
    [/\bSafari\//, 'Safari']
];

const systems: [sign: RegExp, name: string][] = [
    [/\biPhone\b/, 'an iPhone'],
    [/\biPad\b/, 'an iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'a Mac'],
    [/\bLinux\b/, 'Linux']
];

/** The browser and what it runs on, or the beginning of what an unknown program called itself. */
export function deviceName(agent: string) {
    const named = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1];
    const program = named(programs) ?? (agent.slice(0, 40).trim() || 'An unknown program');
    const system = named(systems);
    return system ? `${program} on ${system}` : program;
}

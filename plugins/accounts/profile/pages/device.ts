// The User-Agent of a browser is long and cryptic; people recognise their device by two words.
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

/** The browser and its system, or the start of the User-Agent of an unknown program. */
export function deviceName(agent: string) {
    const named = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1];
    const program = named(programs) ?? (agent.slice(0, 40).trim() || 'An unknown program');
    const system = named(systems);
    return system ? `${program} on ${system}` : program;
}

// Libraries of the system that a program or a module of Node needs: which one is missing, and where it is.

/** The library that is missing, as the loaders of glibc and musl say it; undefined after any other failure. */
export const missingLibrary = (line: string) =>
    /(?:^|\s)([^:\s/]+\.so[^:\s]*): (?:cannot open shared object file|No such file)(?!.*denied)/.exec(
        line
    )?.[1];

/** Distributions name the packages of libraries by one rule: libstdc++.so.6 is in libstdc++6, libgcc_s.so.1 in libgcc-s1. */
export function packageOf(library: string) {
    const [, name = '', major = ''] = /^(.+?)\.so(?:\.(\d+))?/.exec(library) ?? [];
    const stem = name.toLowerCase().replaceAll('_', '-');
    const named = /\d$/.test(stem) && major !== '' ? `${stem}-${major}` : `${stem}${major}`;
    return `the package with ${library} (${named} on Debian and Ubuntu)`;
}

/**
 * One line for an error, for who operates the service. One of a module that cannot be loaded names its file or library, and what to do.
 */
export function lineOf(error: unknown) {
    const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
    const isLoading =
        /DLOPEN|MODULE_NOT_FOUND/.test(code) || message.startsWith('Could not load the "sharp"');
    if (!isLoading) return message;
    const line = message
        .replace(/\n(Require stack|Possible solutions)[^]*/, '')
        .replaceAll('\n', ' ')
        .replace(/\.$/, '');
    const library = missingLibrary(line);
    const also = library === undefined ? '' : `, or install ${packageOf(library)}`;
    return `${line}. Run "npm ci" again, on this system and with its scripts${also}.`;
}

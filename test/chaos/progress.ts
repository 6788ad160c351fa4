// How far a proof is: a bar on a terminal, plain lines otherwise.
const width = 30;

export function startProgress(name: string, out: NodeJS.WriteStream = process.stderr) {
    let told = 0;

    function bar(done: number, of: number) {
        const full = Math.round((width * done) / of);
        out.write(`\r${name}  [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done} of ${of} `);
    }

    /** At most ten lines for a whole proof. */
    function line(done: number, of: number) {
        const tenth = Math.floor((10 * done) / of);
        if (tenth > told) out.write(`${name}  ${done} of ${of}\n`);
        told = tenth;
    }

    return {
        report: out.isTTY ? bar : line,
        end: () => void (out.isTTY && out.write('\r\x1b[K'))
    };
}

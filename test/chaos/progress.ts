// How far a proof is, and how long it will still take: a bar on a terminal, plain lines otherwise.
const width = 30;

const out = process.stderr;

export function startProgress(name: string) {
    const began = performance.now();
    let reported = 0;

    function left(done: number, of: number) {
        const pace = (performance.now() - began) / done;
        return lengthOf(((of - done) * pace) / 1000);
    }

    const text = (done: number, of: number) =>
        `${Math.floor(done).toLocaleString('en-US')} of ${of.toLocaleString('en-US')}, ${left(done, of)} left`;

    function bar(done: number, of: number) {
        const full = Math.round((width * done) / of);
        out.write(`\r${name}  [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${text(done, of)}\x1b[K`);
    }

    /** At most ten lines for a whole proof. */
    function line(done: number, of: number) {
        const tenth = Math.floor((10 * done) / of);
        if (tenth > reported) out.write(`${name}  ${text(done, of)}\n`);
        reported = tenth;
    }

    return {
        report: out.isTTY ? bar : line,
        end: () => void (out.isTTY && out.write('\r\x1b[K'))
    };
}

const lengthOf = (seconds: number) =>
    seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60).toLocaleString('en-US')} min`;

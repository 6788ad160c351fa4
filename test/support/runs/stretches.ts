// How long this thread works without letting others have their turn.

/** Milliseconds that this thread has worked: other work on the machine does not count. */
export function busy() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
}

/** The longest time that others had to wait for this thread while something was done. */
export async function longestWait(work: () => Promise<unknown>) {
    let longest = 0;
    let last = busy();
    const look = () => {
        longest = Math.max(longest, busy() - last);
        last = busy();
    };
    const looking = setInterval(look, 1);
    await work().finally(() => clearInterval(looking));
    look();
    return longest;
}

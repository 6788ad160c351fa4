// Hashes of passwords that cost a fiftieth: at full cost they took a tenth of the time of all tests. ava loads this before
// each test file; servers that tests start as processes hash at full cost.
import crypto from 'node:crypto';

const { argon2 } = crypto;
let atFull = 0;
let held: Promise<void> | undefined;

crypto.argon2 = (algorithm, parameters, done) => {
    const memory = atFull > 0 ? parameters.memory : Math.ceil(parameters.memory / 50);
    const hash = () => argon2(algorithm, { ...parameters, memory }, done);
    if (held) void held.then(hash);
    else hash();
};

/** Lets hashes take as long as they do in the product, for a test that is about that. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
    atFull += 1;
    return work().finally(() => void (atFull -= 1));
}

/** Lets no hash end until what it returns is called, however fast the machine is. */
export function holdHashes() {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
        held = undefined;
        resolve();
    };
}

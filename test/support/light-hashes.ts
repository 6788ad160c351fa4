// Hashes of passwords that cost a fiftieth: at full cost they took a tenth of the time of all tests. ava loads this before
// each test file; servers that tests start as processes hash at full cost.
import crypto from 'node:crypto';

const { argon2 } = crypto;
let atFull = 0;

crypto.argon2 = (algorithm, parameters, done) => {
    const memory = atFull > 0 ? parameters.memory : Math.ceil(parameters.memory / 50);
    argon2(algorithm, { ...parameters, memory }, done);
};

/** Lets hashes take as long as they do in the product, for a test that is about that. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
    atFull += 1;
    return work().finally(() => void (atFull -= 1));
}

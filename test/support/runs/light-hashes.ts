// Hashes of passwords that cost a fiftieth: at full cost they took a tenth of the time of all tests. ava loads this before
// each test file; servers that tests start as processes hash at full cost.
import crypto from 'node:crypto';

const { argon2 } = crypto;
let atFull = 0;
let held: Promise<void> | undefined;
/** What was used for each salt: a hash is compared at the cost it was made at, whatever other tests do meanwhile. */
const used = new Map<string, number>();

function memoryFor({ nonce, memory }: crypto.Argon2Parameters) {
    const salt = Buffer.from(nonce as Uint8Array).toString('hex');
    const cost = used.get(salt) ?? (atFull > 0 ? memory : Math.ceil(memory / 50));
    used.set(salt, cost);
    return cost;
}

const costs = new Map<string, object[]>();

/** What each hash of this password was asked to cost, in order. */
export const costsOf = (password: string): readonly object[] => costs.get(password) ?? [];

crypto.argon2 = (algorithm, parameters, done) => {
    const { message, nonce: _, ...cost } = parameters;
    const password = Buffer.from(message as Uint8Array).toString();
    costs.set(password, [...costsOf(password), cost]);
    const hash = () => argon2(algorithm, { ...parameters, memory: memoryFor(parameters) }, done);
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

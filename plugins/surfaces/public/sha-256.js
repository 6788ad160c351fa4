// @ts-check
// SHA-256 of texts with a common start. The browser's implementation is missing on plain http and slow for many short texts.

const constants = new Int32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
]);
const initial = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
];

const blockLength = 64;
const lengthAt = 56; // of the last block: how many bits the text has

/**
 * Returns a function that computes the first 32 bits of the digest of `beginning` followed by a number. The common
 * beginning is digested once.
 * @param {string} beginning of plain ASCII
 */
export function firstBitsAfter(beginning) {
    const bytes = new TextEncoder().encode(beginning);
    const whole = bytes.length - (bytes.length % blockLength);
    const common = Int32Array.from(initial);
    for (let at = 0; at < whole; at += blockLength) digestBlock(common, bytes, at);
    const rest = bytes.subarray(whole);
    const state = new Int32Array(8);
    const end = new Uint8Array(2 * blockLength);
    return (/** @type {number} */ number) => {
        const blocks = writeEnd(end, rest, String(number), bytes.length);
        state.set(common);
        for (let at = 0; at < blocks * blockLength; at += blockLength) digestBlock(state, end, at);
        return state[0];
    };
}

/**
 * Writes the end of the text behind the common blocks, padded as the standard says; returns the number of its blocks.
 * @param {Uint8Array} end @param {Uint8Array} rest @param {string} digits @param {number} before
 */
function writeEnd(end, rest, digits, before) {
    end.fill(0);
    end.set(rest);
    for (let i = 0; i < digits.length; i += 1) end[rest.length + i] = digits.charCodeAt(i);
    const length = rest.length + digits.length;
    end[length] = 0x80;
    const blocks = length < lengthAt ? 1 : 2;
    const bits = (before + digits.length) * 8;
    const last = blocks * blockLength - 1;
    for (let i = 0; i < 4; i += 1) end[last - i] = bits >>> (8 * i);
    return blocks;
}

const words = new Int32Array(blockLength);

/** @param {Int32Array} state @param {Uint8Array} bytes @param {number} at */
function digestBlock(state, bytes, at) {
    spread(bytes, at);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < blockLength; i += 1) {
        const turnedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const choice = (e & f) ^ (~e & g);
        const one = (h + turnedE + choice + constants[i] + word(i)) | 0;
        const turnedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = (d + one) | 0;
        d = c;
        c = b;
        b = a;
        a = (one + turnedA + majority) | 0;
    }
    add(state, a, b, c, d, e, f, g, h);
}

/** @param {Int32Array} state @param {number[]} values */
function add(state, ...values) {
    for (let i = 0; i < values.length; i += 1) state[i] += values[i];
}

/** Fills `words` with the 16 words of a block and the 48 computed from them. @param {Uint8Array} bytes @param {number} at */
function spread(bytes, at) {
    for (let i = 0; i < 16; i += 1) {
        const j = at + i * 4;
        words[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
    }
    for (let i = 16; i < blockLength; i += 1) {
        const first = turn(word(i - 15), 7) ^ turn(word(i - 15), 18) ^ (word(i - 15) >>> 3);
        const second = turn(word(i - 2), 17) ^ turn(word(i - 2), 19) ^ (word(i - 2) >>> 10);
        words[i] = (word(i - 16) + first + word(i - 7) + second) | 0;
    }
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {number} i */
const word = (i) => words[i];

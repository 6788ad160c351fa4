// A language model of 0.5 MB with seeded random weights, as a file in the format GGUF: it loads and replies, and knows nothing.
import { writeFileSync } from 'node:fs';

const [context, layers, width, heads] = [131_072, 2, 64, 4];
const inner = width * 2;

/** Some that are needed, every byte, a space, and the printable characters of ASCII. */
const kinds = { normal: 1, unknown: 2, control: 3, byte: 6 };
const vocabulary: readonly (readonly [text: string, kind: number])[] = [
    ['<unk>', kinds.unknown],
    ['<s>', kinds.control],
    ['</s>', kinds.control],
    ['<|im_start|>', kinds.control],
    ['<|im_end|>', kinds.control],
    ...Array.from(
        { length: 256 },
        (_, byte) => [`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, kinds.byte] as const
    ),
    ['\u2581', kinds.normal],
    ...Array.from({ length: 94 }, (_, place) => [String.fromCharCode(33 + place), kinds.normal] as const)
];
const quotationMark = vocabulary.findIndex(([text]) => text === '"');

const template =
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n' }}{% endfor %}" +
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

function bytesOf(size: number, write: (bytes: Buffer) => number) {
    const bytes = Buffer.alloc(size);
    write(bytes);
    return bytes;
}
const u32 = (value: number) => bytesOf(4, (bytes) => bytes.writeUInt32LE(value));
const i32 = (value: number) => bytesOf(4, (bytes) => bytes.writeInt32LE(value));
const f32 = (value: number) => bytesOf(4, (bytes) => bytes.writeFloatLE(value));
const u64 = (value: number) => bytesOf(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)));
const string = (text: string) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);

/** The number of each type in the format. */
const types = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 };
const encoders = { u32, i32, f32, bool: (value: boolean) => Buffer.from([value ? 1 : 0]), string };
type Type = keyof typeof encoders;
type Value<T extends Type> = Parameters<(typeof encoders)[T]>[0];

const encoded = <T extends Type>(type: T, value: Value<T>) =>
    (encoders[type] as (value: Value<T>) => Buffer)(value);
const entry = <T extends Type>(key: string, type: T, value: Value<T>) =>
    Buffer.concat([string(key), u32(types[type]), encoded(type, value)]);
const list = <T extends Type>(key: string, type: T, items: readonly Value<T>[]) =>
    Buffer.concat([
        string(key),
        u32(types.array),
        u32(types[type]),
        u64(items.length),
        ...items.map((item) => encoded(type, item))
    ]);

const metadata = [
    entry('general.architecture', 'string', 'llama'),
    entry('general.name', 'string', 'tiny random'),
    entry('general.file_type', 'u32', 0),
    entry('llama.context_length', 'u32', context),
    entry('llama.embedding_length', 'u32', width),
    entry('llama.block_count', 'u32', layers),
    entry('llama.feed_forward_length', 'u32', inner),
    entry('llama.attention.head_count', 'u32', heads),
    entry('llama.attention.head_count_kv', 'u32', heads),
    entry('llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5),
    entry('llama.rope.dimension_count', 'u32', width / heads),
    entry('llama.vocab_size', 'u32', vocabulary.length),
    entry('tokenizer.ggml.model', 'string', 'llama'),
    entry('tokenizer.ggml.pre', 'string', 'default'),
    list(
        'tokenizer.ggml.tokens',
        'string',
        vocabulary.map(([text]) => text)
    ),
    list(
        'tokenizer.ggml.scores',
        'f32',
        vocabulary.map((_, place) => -place)
    ),
    list(
        'tokenizer.ggml.token_type',
        'i32',
        vocabulary.map(([, kind]) => kind)
    ),
    entry('tokenizer.ggml.unknown_token_id', 'u32', 0),
    entry('tokenizer.ggml.bos_token_id', 'u32', 1),
    entry('tokenizer.ggml.eos_token_id', 'u32', 4),
    entry('tokenizer.ggml.add_bos_token', 'bool', true),
    entry('tokenizer.ggml.add_space_prefix', 'bool', false),
    entry('tokenizer.chat_template', 'string', template)
];

/** Normally distributed numbers, the same for the same seed (mulberry32). */
function normalFrom(seed: number) {
    let state = seed >>> 0;
    const random = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
    return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Tensor {
    shape: readonly number[];
    data: Float32Array<ArrayBuffer>;
}

function tensorsOf(normal: () => number) {
    const matrix = (columns: number, rows: number, deviation = 1 / Math.sqrt(columns)): Tensor => ({
        shape: [columns, rows],
        data: Float32Array.from({ length: columns * rows }, () => normal() * deviation)
    });
    const ones = (): Tensor => ({ shape: [width], data: new Float32Array(width).fill(1) });
    const tensors: Record<string, Tensor> = { 'token_embd.weight': matrix(width, vocabulary.length, 1) };
    for (let layer = 0; layer < layers; layer += 1) {
        const name = (part: string) => `blk.${layer}.${part}.weight`;
        tensors[name('attn_norm')] = ones();
        for (const part of ['attn_q', 'attn_k', 'attn_v', 'attn_output'])
            tensors[name(part)] = matrix(width, width);
        tensors[name('ffn_norm')] = ones();
        tensors[name('ffn_gate')] = matrix(width, inner);
        tensors[name('ffn_up')] = matrix(width, inner);
        tensors[name('ffn_down')] = matrix(inner, width);
    }
    const output = matrix(width, vocabulary.length);
    // Where it may, it often takes a quotation mark next: a text ends soon, and a reply is quick.
    const mark = output.data.subarray(quotationMark * width, (quotationMark + 1) * width);
    mark.set(mark.map((weight) => weight * 4));
    return { ...tensors, 'output_norm.weight': ones(), 'output.weight': output };
}

const alignment = 32;
const aligned = (size: number) => Math.ceil(size / alignment) * alignment;
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);

/** Writes the model of this seed; the same bytes for the same seed. */
export function writeTinyModel(file: string, seed = 1) {
    const tensors = Object.entries(tensorsOf(normalFrom(seed)));
    let offset = 0;
    const table = tensors.map(([name, { shape, data }]) => {
        const place = u64(offset);
        offset += aligned(data.byteLength);
        return Buffer.concat([string(name), u32(shape.length), ...shape.map(u64), u32(0 /* F32 */), place]);
    });
    const counts = [u32(3), u64(table.length), u64(metadata.length)];
    const head = Buffer.concat([Buffer.from('GGUF'), ...counts, ...metadata, ...table]);
    const bodies = tensors.map(([, { data }]) => padded(Buffer.from(data.buffer)));
    writeFileSync(file, Buffer.concat([padded(head), ...bodies]));
}

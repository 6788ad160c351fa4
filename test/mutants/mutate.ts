// Puts faults into a source, all of them into one text: each is asleep until it is the one that is tried.
import { parseSync, visitorKeys } from 'oxc-parser';

export interface Mutant {
    line: number;
    was: string;
    becomes: string;
    /** Outside any function: it takes effect when its file is loaded, and only then. */
    atLoad: boolean;
}

interface Node {
    type: string;
    start: number;
    end: number;
    [key: string]: unknown;
}

/** What another text in the place of a node would be. */
type Faults = (node: Node, text: (of: Node) => string) => string[];

const opposite: Record<string, string[]> = {
    '===': ['!=='],
    '!==': ['==='],
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*']
};

/** The conditions of queries; the others of each pair are handed in as `mutants.sql`. */
const inQueries: Record<string, string> = {
    eq: 'ne',
    ne: 'eq',
    lt: 'lte',
    lte: 'lt',
    gt: 'gte',
    gte: 'gt',
    isNull: 'isNotNull',
    isNotNull: 'isNull',
    inArray: 'notInArray',
    notInArray: 'inArray',
    exists: 'notExists',
    notExists: 'exists',
    asc: 'desc',
    desc: 'asc'
};

const isText = ({ type, value }: Node) =>
    type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

const within = (node: Node, name: string) => node[name] as Node;
const nodesIn = (node: Node, name: string) => (node[name] ?? []) as Node[];

function binary(node: Node, text: (of: Node) => string) {
    const [left, right, operator] = [within(node, 'left'), within(node, 'right'), String(node['operator'])];
    if (operator === '+' && (isText(left) || isText(right))) return [];
    return (opposite[operator] ?? []).map((other) => `${text(left)} ${other} ${text(right)}`);
}

function call(node: Node, text: (of: Node) => string) {
    const { name } = within(node, 'callee') as { name?: string };
    const given = nodesIn(node, 'arguments');
    const all = given.map(text);
    if ((name === 'and' || name === 'or') && given.length > 1)
        return given.map((_, place) => `${name}(${all.toSpliced(place, 1).join(', ')})`);
    const other = name !== undefined && Object.hasOwn(inQueries, name) ? inQueries[name] : undefined;
    return other ? [`globalThis.mutants.sql.${other}(${all.join(', ')})`] : [];
}

const faults: Record<string, Faults> = {
    BinaryExpression: binary,
    LogicalExpression: (node, text) => [text(within(node, 'left')), text(within(node, 'right'))],
    UnaryExpression: (node, text) => (node['operator'] === '!' ? [text(within(node, 'argument'))] : []),
    CallExpression: call
};

const decided = ['true', 'false'];

/** Whether a statement does nothing but call something. */
function isCall(node: Node) {
    const bare = (one: Node): Node =>
        ['AwaitExpression', 'UnaryExpression', 'ChainExpression'].includes(one.type)
            ? bare(within(one, one.type === 'ChainExpression' ? 'expression' : 'argument'))
            : one;
    return node.type === 'ExpressionStatement' && bare(within(node, 'expression')).type === 'CallExpression';
}

const isRemovable = (node: Node) => node.type === 'ThrowStatement' || isCall(node);

/** To take out all that a condition guards is to say that it is never met. */
const isGuarded = (node: Node, parent: Node | undefined) =>
    parent?.type === 'IfStatement' && parent['consequent'] === node && parent['alternate'] === null;

const isTested = (node: Node, parent: Node | undefined) =>
    (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent['test'] === node;

/** The whole condition of a query. */
function isWhere(node: Node, parent: Node | undefined) {
    if (parent?.type !== 'CallExpression' || nodesIn(parent, 'arguments')[0] !== node) return false;
    const { property } = within(parent, 'callee') as { property?: { name?: string } };
    const { name } = (node['callee'] ?? {}) as { name?: string };
    return property?.name === 'where' && name !== 'and';
}

const isFunction = ({ type }: Node) => /Function/.test(type) && !type.startsWith('TS');
const typed = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];
const isCode = ({ type }: Node) => !type.startsWith('TS') || typed.includes(type);

function childrenOf(node: Node) {
    const names = typed.includes(node.type) ? ['expression'] : (visitorKeys[node.type] ?? []);
    const found = names.flatMap((name) => node[name]).filter((one) => one !== null && one !== undefined);
    const inOrder = (found as Node[]).filter(isCode).toSorted((a, b) => a.start - b.start || b.end - a.end);
    return inOrder.filter(({ start }, n) => n === 0 || start >= (inOrder[n - 1]?.end ?? 0)); // `{ a }` names a twice
}

/** Returns the source with its faults, numbered from `first`, and what they are. */
export function mutate(file: string, source: string, first = 0) {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message ?? ''}`);
    const mutants: Mutant[] = [];
    const plain = ({ start, end }: Node) => source.slice(start, end);

    function note(node: Node, becomes: string, atLoad: boolean) {
        const line = source.slice(0, node.start).split('\n').length;
        mutants.push({ line, was: plain(node), becomes, atLoad });
        return `globalThis.mutants.is(${first + mutants.length - 1})`;
    }

    function textsFor(node: Node, parent: Node | undefined) {
        if (isTested(node, parent)) return decided;
        if (isWhere(node, parent)) return ['undefined', ...(faults[node.type]?.(node, plain) ?? [])];
        return faults[node.type]?.(node, plain) ?? [];
    }

    function write(node: Node, parent: Node | undefined, atLoad: boolean): string {
        const inside = atLoad && !isFunction(node);
        const awake = textsFor(node, parent).map((text) => `${note(node, text, atLoad)} ? (${text}) : `);
        const removed = isRemovable(node) && !isGuarded(node, parent) ? note(node, '', atLoad) : undefined;
        let text = '';
        let at = node.start;
        for (const child of childrenOf(node)) {
            text += source.slice(at, child.start) + write(child, node, inside);
            at = child.end;
        }
        text += source.slice(at, node.end);
        if (removed) return `{ if (!${removed}) ${text} }`;
        return awake.length > 0 ? `(${awake.join('')}${text})` : text;
    }

    const whole = program as unknown as Node;
    const code = source.slice(0, whole.start) + write(whole, undefined, true) + source.slice(whole.end);
    return { code, mutants };
}

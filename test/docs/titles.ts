// The titles of the tests: the first text of each call that names a test, a property or a step of a browser run.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type Node } from 'oxc-parser';
import { root } from './asvs.ts';
import { childrenOf, type Text } from './texts.ts';

/** Functions whose first argument is a title. Some of them are used for other texts too, which are single words. */
const naming = /^(?:test(?:\.\w+)*|property|check|step|withEngine)$/;

/** Every title, as the source has it between its quotes. */
export const titlesOfTests = () =>
    globSync('test/**/*.ts', { cwd: root })
        .filter((file) => !file.includes('node_modules/'))
        .toSorted()
        .flatMap((file) => titlesIn(file, readFileSync(join(root, file), 'utf8')));

export function titlesIn(file: string, source: string): Text[] {
    const found: Text[] = [];
    const walk = (node: Node) => {
        if (node.type === 'CallExpression') {
            const [first] = node.arguments;
            const text = first && isText(first) ? source.slice(first.start + 1, first.end - 1) : '';
            if (text.includes(' ') && naming.test(source.slice(node.callee.start, node.callee.end)))
                found.push({ file, line: source.slice(0, node.start).split('\n').length, text });
        }
        for (const child of childrenOf(node)) walk(child);
    };
    walk(parseSync(file, source).program);
    return found;
}

const isText = (node: Node) =>
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

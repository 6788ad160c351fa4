// What an operator adds to the sentences and words by which judges are tried.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../../config/index.ts';
import { editsIn } from '../../../jobs/build/fixtures/edits.ts';
import { addRows, rowsIn } from '../../../jobs/build/fixtures/rows/index.ts';
import { engineer } from '../../support/fixtures/sages.ts';
import { folderFor } from '../../support/runs/folder.ts';

function fileOf(t: ExecutionContext, content: string) {
    const file = join(folderFor(t), 'edits.json');
    writeFileSync(file, content);
    return file;
}

const settingsWith = (file: string) => loadConfig({ EDITS_FILE: file });

const esperanto = {
    identities: { religion: ['Mi preĝas tagmeze.'], signature: ['Mohamed'] },
    controls: { first: ['Mi loĝas apud la stacidomo.'] },
    refused: 'Nenion el tio mi faris: {}.',
    wordings: { missing_articles: { la: '' } }
};

const [criterion] = engineer.criteria;
const about = { criterion, canary: '', elsewhere: '', isSilent: () => true } as Parameters<
    ReturnType<typeof editsIn>['shape'][number]['change']
>[1];

test('a file adds a language, and more sentences to an existing one', (t) => {
    const german = rowsIn('de')?.identities ?? {};
    const content = {
        eo: esperanto,
        de: { identities: { region: ['Ich bin aus Sachsen.'], age: ['Ich bin 70 Jahre alt.'] } }
    };
    addRows(settingsWith(fileOf(t, JSON.stringify(content))).edits);
    const more = {
        age: [...(german['age'] ?? []), 'Ich bin 70 Jahre alt.'],
        region: ['Ich bin aus Sachsen.']
    };
    t.deepEqual(rowsIn('de')?.identities, { ...german, ...more });
    const changed = Object.fromEntries(
        Object.values(editsIn('eo'))
            .flat()
            .map(({ id, change }) => [id, change('Unue la kesto. Due mi.', about)])
    );
    t.is(changed['religion-1'], 'Mi preĝas tagmeze. Unue la kesto. Due mi.');
    t.is(changed['signature-1'], 'Unue la kesto. Due mi.\n\nMohamed');
    t.is(changed['wording-missing_articles'], 'Unue kesto. Due mi.');
    t.deepEqual(editsIn('eo').harmless, []);
});

for (const [what, content, message] of [
    ['that is no JSON', '{', /JSON/],
    [
        'without sentences about nobody',
        { refused: '{}' },
        /"ia" is new, so it needs "refused" and "controls" of "first"/
    ],
    ['with a field that there is not', { ...esperanto, names: [] }, /"ia.names" is not allowed/],
    [
        'with a sentence that is none',
        { ...esperanto, controls: { first: [7] } },
        /"ia.controls.first\[0\]" must be a string/
    ],
    ['with a refusal of nothing', { ...esperanto, refused: 'Ne.' }, /"ia.refused" must contain two braces/]
] as const)
    test(`a file ${what} is refused, and the line names the setting and the place`, (t) => {
        const file = fileOf(t, typeof content === 'string' ? content : JSON.stringify({ ia: content }));
        const said = t.throws(() => addRows(settingsWith(file).edits)).message;
        t.regex(said, /^EDITS_FILE: /);
        t.regex(said, message);
    });

// Turns of phrase with which people say that they did not: none of them counts as said, unless it is flagged.
import test from 'ava';
import type { EvidenceKind } from '../../../../db/sages/verdicts.ts';
import { loadTokenizer } from '../../../../jobs/evaluation/evidence/tokens.ts';
import { sageTemplates } from '../../../../db/council/templates/index.ts';
import { criterion } from '../../../support/fixtures/builds.ts';
import { ofKind, readBy } from '../../../support/fixtures/evidence.ts';

const turned: [criterion: string, answer: string][] = [
    [
        'handover',
        'Oh sure, I lovingly read back every single thing at the bedside, in a fixed order, in my dreams.'
    ],
    ['deterioration', 'The relatives called the doctor while I was at lunch.'],
    ['month_end', "Reconcile the bank, accruals, open items: all that is the auditor's problem, I print it."],
    ['month_end', 'I am eager to reconcile the bank and to check open items in your company!'],
    ['difference', 'Whether it was booked twice or a voucher is missing, who cares, ninety is nothing.'],
    ['integrity', 'I pretend to keep the mail but I delete it.'],
    ['writing', 'Numbered steps and screenshots insult the reader, so mine have neither.'],
    ['writing', 'I skip the screenshot and leave out the numbered steps.'],
    ['unknown_fault', 'reproduce '.repeat(500)]
];

for (const [id, answer] of turned)
    test(`not found: ${answer.slice(0, 80)}`, async (t) => {
        const criterion = sageTemplates.flatMap(({ criteria }) => criteria).find((one) => one.id === id);
        if (!criterion) throw new Error(`no template asks for ${id}`);
        const { evidence, flags } = await readBy(criterion, answer);
        t.true(flags.length > 0 || evidence.every(({ kind }) => kind !== 'said'));
    });

const waiter = criterion('guests', [
    'I greet every guest within a minute of their arrival.',
    'I repeat the order back to the guest before I go to the kitchen.',
    'I ask about allergies before I take the order.'
]);

for (const { slug, criteria } of [...sageTemplates, { slug: 'whole sentences', criteria: [waiter] }])
    test(`the indicators of ${slug}, one after the other, are no account`, async (t) => {
        for (const [criterion, between] of criteria.flatMap((one) =>
            [', ', '\n', ' and '].map((by) => [one, by] as const)
        )) {
            const named = criterion.indicators
                .map((indicator) => indicator.split('|')[0]?.trim())
                .join(between);
            const { evidence } = await readBy(
                criterion,
                `My train was late, so I walked the last part. ${named}`
            );
            t.true(ofKind(evidence, 'said').length < 2, named);
        }
    });

const checks = criterion('checks', ['check the name', 'check the dose', 'check the time']);
const told: [answer: string, kind: EvidenceKind][] = [
    [
        'I check the name. The wristband said Miller and the chart said Muller, so I phoned the ward clerk. I check the dose. It was ten times too high, and the pharmacist corrected the label. I check the time. It was an hour early, so I waited until six.',
        'said'
    ],
    [
        'I did not check the name. I did not check the dose. I did not check the time. The patient in bed four got ill and I learned my lesson.',
        'denied'
    ]
];

for (const [answer, kind] of told)
    test(`three indicators word for word in an account of one's own are ${kind}`, async (t) => {
        const { evidence, flags } = await readBy(checks, answer);
        t.is(ofKind(evidence, kind).length, 3);
        t.deepEqual(flags, []);
    });

test('the language data is loaded once, however many evaluators a process creates', async (t) => {
    t.is(await loadTokenizer(), await loadTokenizer());
});

// Rubrics as people write them, each built whole.
import test from 'ava';
import { build, criterion, debugging, redGates, snapshotOf } from '../../support/fixtures/builds.ts';

const eight = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];

const ordinary = {
    'one criterion': [debugging],
    'ten criteria with eight indicators each': Array.from({ length: 10 }, (_, index) =>
        criterion(
            `c${index}`,
            eight.map((word) => `${word} step${index}`)
        )
    ),
    'two indicators': [criterion('short', ['budget', 'deadline'])],
    'three indicators': [criterion('short', ['budget', 'deadline', 'scope'])],
    'five-word indicators': [
        criterion('long', [
            'named a person who disagreed',
            'asked for a second opinion',
            'wrote a plan for everyone'
        ])
    ],
    'indicators that are whole sentences of a waiter': [
        criterion(
            'guests',
            [
                'I greet every guest within a minute of their arrival.',
                'I repeat the order back to the guest before I go to the kitchen.',
                'I check on the table two minutes after the food was served.',
                'I ask about allergies before I take the order.'
            ],
            { negative_indicators: ['I let guests wait until they complain.'] }
        )
    ],
    'whole sentences that tell of others': [
        criterion('team', [
            'We talk about mistakes openly in the team meeting every week',
            'Everybody may say that they do not know something',
            'Nobody is blamed when a thing goes wrong'
        ])
    ],
    'nine long indicators of a backend engineer': [
        criterion('incidents', [
            'rolls back a bad deployment before looking for its cause',
            'writes a failing test that shows the bug before fixing it',
            'measures the latency with a profiler instead of guessing',
            'adds an index after reading the query plan',
            'splits a migration into steps that are each reversible',
            'asks the on-call engineer of the other team early',
            'writes a short report after the incident without blaming anybody',
            'limits the blast radius with a feature flag',
            'keeps an eye on the error budget during the rollout'
        ])
    ],
    'a ward nurse': [
        criterion('night', [
            'checks vital signs every hour',
            'notices confusion or restlessness',
            'informs the physician on call',
            'documents the change',
            'reassures the patient'
        ])
    ],
    'a warehouse lead': [
        criterion('safety', [
            'wears safety shoes',
            'checks the forklift before the shift',
            'keeps the aisles clear',
            'reports damaged racks'
        ])
    ],
    'odd criterion ids': [
        criterion('__proto__', ['budget', 'deadline', 'scope']),
        criterion('constructor', ['budget', 'deadline', 'scope']),
        criterion('a/b "c" $& é', ['budget', 'deadline', 'scope']),
        criterion('10', ['budget', 'deadline', 'scope'])
    ],
    'a question that says an indicator': [
        criterion('echo', ['root cause', 'hypothesis', 'measured'], {
            question: 'How did you find the root cause of your last bug?'
        })
    ],
    'indicators with signs': [criterion('tools', ['C++', 'C#', 'CI/CD', 'Node.js', '$& costs'])],
    'indicators within indicators': [
        criterion('nested', ['cause', 'root cause', 'measured', 'measured result'])
    ],
    'plain verbs': [criterion('verbs', ['asked', 'told', 'planned', 'decided', 'learned'])],
    'single common nouns': [criterion('nouns', ['team', 'communication', 'feedback', 'customer'])],
    'words of judging': [criterion('ml', ['prompt', 'instructions', 'level', 'score', 'judge', 'rubric'])],
    'words that some of our own sentences say': [
        criterion('notes', ['notebook', 'colleague', 'date', 'coffee'])
    ]
};

for (const [name, criteria] of Object.entries(ordinary)) {
    test(`an ordinary rubric is built green: ${name}`, async (t) => {
        const built = await build(snapshotOf(criteria));
        t.deepEqual(redGates(built), []);
        t.is(built.failed, undefined);
    });
}

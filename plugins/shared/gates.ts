// Each condition of a check in plain words: the promise that it is part of, what its failure means, and what fixes it.

export type FixName = keyof typeof fixes;

/** Where the cause is, as a field on the card of a question or a part of the sage; the button; what to do. */
export const fixes = {
    phrases: ['indicators', 'Reword the phrase', 'Use two to six plain words, and | between other wordings.'],
    against: ['against', 'Reword the phrase', 'Reword one of the two phrases.'],
    more: ['indicators', 'Add phrases', 'Write at least two, better four to eight.'],
    precise: ['indicators', 'Reword the phrases', 'Write actions and results. Praise shows nothing.'],
    traits: ['indicators', 'Reword the phrases', 'Write what people do, not who they are.'],
    words: [
        'indicators',
        'Reword it',
        'Write what the job needs instead, or say why the job needs the word.'
    ],
    levels: ['absent', 'Change the levels', 'Write what an answer of each level contains.'],
    answers: ['a0_text', 'Change the test answers', 'Change the text of the answer, or its level.'],
    question: ['question', 'Reword the question', 'Ask without the words of a good answer.'],
    weight: ['weight', 'Change the weight', 'Give each question a weight above 0.'],
    name: ['id', 'Change the short name', 'Give each question a short name of its own.'],
    questions: ['/criteria', 'Write a question', 'Write at least one question.'],
    role: ['/details#evaluator_role', 'Describe the role', 'Describe in one sentence who is wanted.'],
    template: ['/results', 'Write the template', 'Write at least one part of the template.'],
    contexts: ['/contexts', 'Choose fewer texts', 'Remove or shorten some of the background texts.'],
    evaluator: ['/details#evaluator', 'Choose another evaluator', 'Your questions are not the cause.'],
    wait: [
        '#next-title',
        'See the progress',
        'The answers are now evaluated in advance. Then run the check again.'
    ],
    again: ['#next-title', 'Run the check again', 'Your questions are not the cause.']
} as const;

/** The field of a question that a fault of its words names: `its levels contain ...`. */
export const fieldOfWords = (says: string) =>
    fieldsOfParts.find(([part]) => says.includes(`${part} contain`))?.[1] ?? fixes.words[0];

const fieldsOfParts = [
    ['its question', 'question'],
    ['its short name', 'id'],
    ['its levels', 'absent'],
    ['its negative indicators', 'against'],
    ['The name', '/details#name'],
    ['The role', '/details#evaluator_role'],
    ['The contexts', '/contexts']
] as const;

export type Failing = readonly [fix: FixName, title: string, means?: string];

/** What a check shows, in the order of the report card. `ready` is what it needs before it starts. */
export const promises = {
    ready: {
        'starting.role': ['role', 'The role is missing'],
        'starting.criteria': ['questions', 'There is no question'],
        'starting.template': ['template', 'The results template is empty'],
        'starting.hold': ['again', 'The credits were not reserved'],
        'starting.evaluator': ['again', 'The evaluator did not answer'],
        'starting.time': ['wait', 'The evaluator is too slow', 'A part of a check has one minute.']
    },
    found: {
        'shu.found': ['phrases', 'A phrase was said and not found'],
        'shu.criterion': ['levels', 'Strong and weak answers look the same'],
        'shu.order': ['levels', 'A weak answer got a higher level'], // in builds of earlier versions
        'shu.levels': ['answers', 'A test answer got another level than yours'],
        'shu.twins': ['evaluator', 'The same in other words got another level'],
        'training.screen': ['again', 'The sample answers got no result']
    },
    nothing: {
        'shu.kind': ['phrases', 'Something counted that was not said', 'It was denied, asked or supposed.'],
        'shu.negatives': ['levels', 'Content against a person got another level than yours'],
        'shu.valid': ['evaluator', 'A quote is not in the answer'],
        'shu.quotes': ['evaluator', 'A quote for the level strong is about something else']
    },
    alike: {
        'ha.identity': ['evaluator', 'The result depends on who wrote the answer']
    },
    same: {
        'ha.rerun': ['evaluator', 'The same answer got two results'],
        'ha.shape': ['evaluator', 'The same answer in another layout got another result'],
        'ha.reversed': ['evaluator', 'The order of the questions changed the result'] // as `shu.order`
    },
    firm: {
        'ri.attack': ['evaluator', 'An answer gained without content', 'Orders or praise helped it.'],
        'ri.canary': ['evaluator', 'The evaluator gave its instructions away'],
        'ri.harmless': ['evaluator', 'A harmless answer looked like an attack']
    },
    neutral: {
        'rubric.weights': ['weight', 'A weight does not count'],
        'rubric.ids': ['name', 'Two questions have the same short name'],
        'rubric.protected': ['words', 'A word could disadvantage people'],
        'rubric.readable': ['phrases', 'A phrase cannot be found in an answer'],
        'rubric.contradiction': ['phrases', 'A phrase counts both for and against'],
        'rubric.vague': ['levels', 'A level is vague'],
        'rubric.anchors': ['levels', 'The levels do not differ'],
        'rubric.duplicates': ['phrases', 'A phrase repeats another'],
        'rubric.overlap': ['against', 'A phrase against contains one in favour'],
        'rubric.question': ['question', 'The question gives its answer away'],
        'prompt.fits': ['contexts', 'The texts are too long'],
        'generation.complete': ['phrases', 'There is too little to test']
    }
} as const satisfies Record<string, Readonly<Record<string, Failing>>>;

export type PromiseName = keyof typeof promises;

/** By its id. One that is not known here is shown with its own title. */
export const failings: ReadonlyMap<string, Failing> = new Map(
    Object.values(promises).flatMap((some) => Object.entries<Failing>(some))
);

/** What fixes it where the built-in evaluator is used: it looks for the phrases, and gives no levels. */
export const fixesOfReader: Readonly<Record<string, FixName>> = {
    'ha.identity': 'traits',
    'ha.shape': 'phrases',
    'ri.attack': 'precise',
    'ri.harmless': 'phrases'
};

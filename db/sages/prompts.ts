// The compiled prompt: one function, so that pages, evaluations and frozen releases have the same string.
import { sha256 } from '../accounts/tokens.ts';
import type { Criterion } from './sages.ts';

export interface PromptParts {
    evaluatorRole: string;
    criteria: readonly Criterion[];
    contexts: readonly { name: string; context: string }[];
    results: { intro: string; directions: string; output_format: string; recommendation: string };
}

export type Prompt = ReturnType<typeof compilePrompt>;

/** Compiles the evaluation prompt. Template text is literal: nothing in it is expanded. */
export function compilePrompt({ evaluatorRole, criteria, contexts, results }: PromptParts) {
    const sections = {
        role: evaluatorRole,
        intro: results.intro,
        criteria: describeAll(criteria),
        contexts: contexts.map(({ name, context }) => `## ${name}\n${context}`).join('\n\n'),
        directions: results.directions,
        output_format: results.output_format,
        recommendation: results.recommendation
    };
    const prompt = Object.entries(sections)
        .filter(([, body]) => body !== '')
        .map(([name, body]) => `# ${headings[name as keyof typeof headings]}\n${body}`)
        .join('\n\n');
    return { prompt, sections, output_schema: outputSchema(criteria), sha256: sha256(prompt) };
}

const headings = {
    role: 'Role',
    intro: 'Introduction',
    criteria: 'Criteria',
    contexts: 'Contexts',
    directions: 'Directions',
    output_format: 'Output format',
    recommendation: 'Recommendation'
};

const describeAll = (criteria: readonly Criterion[]) =>
    criteria.map((one) => `## ${one.id} (weight ${one.weight})\n${describe(one)}`).join('\n\n');

/** Returns the compiled prompt with only one criterion: an evaluator sees the one that it is asked about. */
export const withoutCriteria = (prompt: string, criteria: readonly Criterion[]) =>
    prompt.replace(`\n\n# ${headings.criteria}\n${describeAll(criteria)}`, () => '');

/** The inputs for the evaluation of one criterion. */
export function describe({
    question,
    levels,
    indicators,
    negative_indicators
}: Omit<Criterion, 'test_answers'>) {
    return [
        `Question: ${question}`,
        `absent: ${levels.absent}`,
        `partial: ${levels.partial}`,
        `strong: ${levels.strong}`,
        `Indicators: ${indicators.join('; ')}`,
        ...(negative_indicators.length > 0 ? [`Against: ${negative_indicators.join('; ')}`] : [])
    ].join('\n');
}

/** The JSON Schema of an evaluator's output: a level and quotes for each criterion, nothing else. */
function outputSchema(criteria: readonly Criterion[]) {
    const finding = {
        type: 'object',
        properties: {
            level: { enum: ['absent', 'partial', 'strong'] },
            quotes: { type: 'array', items: { type: 'string' } },
            reason: { type: 'string' }
        },
        required: ['level', 'quotes', 'reason'],
        additionalProperties: false
    };
    return {
        type: 'object',
        properties: Object.fromEntries(criteria.map(({ id }) => [id, finding])),
        required: criteria.map(({ id }) => id),
        additionalProperties: false
    };
}

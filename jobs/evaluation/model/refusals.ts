// What a server means that did not answer as it was asked: the words of many servers, in one table.
import { EvaluatorFault, type FaultCode } from '../faults.ts';
import { at } from './values.ts';

/** A response that holds no completion. */
export interface Refused {
    status: number;
    /** The body, however it looks. It may repeat what was sent: it is compared with patterns and never shown. */
    text: string;
    /** The value of the text, where it is JSON. */
    body?: unknown;
}

/** The first whose status and words fit counts. */
const rules: readonly (readonly [FaultCode, status: RegExp, words?: RegExp])[] = [
    ['refused', /^40[13]/],
    ['quota', /^402/],
    ['rate_limited', /^429/, /per_?minute|retry in \d/i], // Google calls this a quota, too
    ['quota', /^429/, /insufficient_quota|exceeded your current quota|insufficient balance/i],
    ['rate_limited', /^429/],
    ['too_long', /^413/],
    [
        'loading',
        /^5/,
        /(?<!error )\bloading model\b|model [^.]{0,100}\bis (?:currently |still |being )*load(?:ing|ed)\b/i
    ],
    ['filtered', /./, /content[_ ]filter|content management policy|content_policy_violation/i],
    [
        'too_long',
        /./,
        /context[_ ](?:length|size|window)|exceeds?[a-z_ ]{0,30}context|when context the overflows|prompt is too long|reduce the length|input is too (?:long|large)/i
    ],
    [
        'unknown_model',
        /./,
        /model_not_found|\bmodel\b[^.]{0,200}(?:not found|does not exist|not loaded)|(?:unknown|no such|could not load|failed to load|error loading) model/i
    ],
    ['no_api', /./, /unexpected endpoint/i],
    ['no_api', /^40[45]/],
    ['no_api', /^2/, /^(?!\s*\{)/], // a page, or an unexpected stream
    ['refused', /^500/, /not support/], // an option of the call
    ['server_error', /^[25]/],
    ['refused', /./]
];

/** The most of a body that is searched. */
const mostWords = 4000;

/** What the server says itself, where it says it in a usual place: around that it may repeat what was sent. */
function wordsOf({ text, body }: Refused) {
    const error = at(body, 'error') ?? body;
    const places = [
        [],
        ['message'],
        ['code'],
        ['type'],
        ['param'],
        ['detail'],
        ['detail', 0, 'msg'],
        ['detail', 0, 'loc', 1]
    ];
    const said = places.map((path) => at(error, ...path)).filter((one) => typeof one === 'string');
    return (said.length > 0 ? `{${said.join('\n')}` : text).slice(0, mostWords);
}

/** Names only the status of what the server said. */
export function faultOf(refused: Refused): EvaluatorFault {
    const { status } = refused;
    const rule = rules.find(
        ([, of, words]) => of.test(`${status}`) && (words?.test(wordsOf(refused)) ?? true)
    );
    return new EvaluatorFault(rule?.[0] ?? 'refused', `HTTP ${status}`);
}

/** The options of a call, by what a refusal calls them. */
const named = {
    temperature: /\btemperature\b/,
    seed: /\bseed\b/,
    effort: /\breasoning_effort\b/,
    limit: /\bmax_(?:completion_)?tokens\b/,
    form: /response_format|response_schema|json_schema|json_object|\bschema\b|additionalProperties|max(?:Length|Items)|grammar|structured outputs?/i
};

export type Option = keyof typeof named;
export const options = Object.keys(named) as Option[];

/**
 * The option that a refusal names, of those with an alternative. Nothing is guessed: a refusal of one long answer must not take
 * the schema from all others.
 */
export const optionRefused = (refused: Refused, canChange: (option: Option) => boolean): Option | undefined =>
    options.find((option) => named[option].test(wordsOf(refused)) && canChange(option));

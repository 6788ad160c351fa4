// The text of docs/reference/states-and-errors.md: every state of words/states, and every refusal with its status.
import { accountStates, creditEntries, tokenStates } from '../../words/states/accounts.ts';
import { gateStates, runStates, stepStates } from '../../words/states/builds.ts';
import { candidateStates } from '../../words/states/candidates.ts';
import { bannerStates, pageStates } from '../../words/states/content.ts';
import { emailStates, jobStatuses, toolCallStates, traceStates } from '../../words/states/jobs.ts';
import { recommendations, sageChecks, sageStatuses } from '../../words/states/sages.ts';
import { dealStates, intakeStates } from '../../words/states/sales.ts';
import type { State } from '../../words/states/state.ts';
import { messages, refusals } from '../../plugins/surfaces/openapi/failures.ts';

/** By the title of their part of the page. */
export const machines: Readonly<Record<string, Readonly<Record<string, State>>>> = {
    Sages: sageStatuses,
    'Check of a sage': sageChecks,
    'Recommendations of a sage': recommendations,
    Builds: runStates,
    'Steps of a build': stepStates,
    'Checks of a step': gateStates,
    Candidates: candidateStates,
    Deals: dealStates,
    'Intake items': intakeStates,
    Jobs: jobStatuses,
    Emails: emailStates,
    Credits: creditEntries,
    'Service tokens': tokenStates,
    Accounts: accountStates,
    'Content pages': pageStates,
    Banners: bannerStates,
    Traces: traceStates,
    'Tool calls': toolCallStates
};

const head = `# States and errors

For support, developers and translators. Reference: each state with its label and what it means, and each error with its status.

\`npm run write\` makes this page from the tables in \`words/states\` and from the statuses of refusals. Programs read the identifier; people
read the label. Words in braces, such as \`{when}\`, are filled in on the page.

\`jobs list --state\` takes the stored states of a job. \`running\` and \`delayed\` are only shown: \`jobs list --delayed\` lists the delayed
jobs.
`;

const errors = `## Errors

A failed request has a status, and the header \`X-Svc-Error\` has the code. The message tells the person what happened.
Tools have their own statuses: \`/docs\` of your server lists them.

| Status | Codes, each with a message | What it means |
| --- | --- | --- |
`;

/** Returns docs/reference/states-and-errors.md as it should read. */
export const statesPage = () =>
    [head, ...Object.entries(machines).map(part), errors + refusals.map(errorRow).join('\n')].join('\n') +
    '\n';

const part = ([title, states]: [string, Readonly<Record<string, State>>]) => `## ${title}

| Identifier | Label | What it means | German label | In German |
| --- | --- | --- | --- | --- |
${Object.entries(states).map(stateRow).join('\n')}
`;

const stateRow = ([id, { en, de }]: [string, State]) =>
    `| \`${id}\` | ${en.label} | ${shown(en.sentence)} | ${de.label} | ${shown(de.sentence)} |`;

/** A choice of ICU is shown as the text that most people read. */
const shown = (sentence: string) =>
    sentence.replaceAll(/\{\w+, select, none \{\} other \{(.*?\})\}\}/g, '$1');

const errorRow = ({ status, codes, meaning }: (typeof refusals)[number]) =>
    `| ${status} | ${codes.map((code) => `\`${code}\`: ${messages[code]}`).join('<br>')} | ${meaning} |`;

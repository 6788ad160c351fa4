// Calibrate: people label answers one by one, blind to the findings of the evaluator; then both are compared.
import type { ServerRoute } from '@hapi/hapi';
import { findUserById } from '../../db/accounts/users.ts';
import type { GoldAnswerRow } from '../../db/judgement/gold.ts';
import type { SageRef, SageRow } from '../../db/sages/sages.ts';
import { two } from '../../db/judgement/licence/rules.ts';
import type { Reader } from '../../db/store/index.ts';
import { countLabelled, nextToLabel } from '../../db/judgement/gold/labelling.ts';
import type { App } from '../app.ts';
import { agreementMatrix } from '../shared/agreement-matrix.ts';
import { ofSage, sageFor } from '../shared/owned.ts';
import { formInteger } from '../surfaces/http/fields.ts';
import type { View } from '../surfaces/pages/console/frame.ts';
import { consolePage } from '../surfaces/pages/console/page.ts';
import type { PageContext } from '../surfaces/pages/console/visit.ts';
import { select } from '../surfaces/pages/form-controls.ts';
import { type Html, html } from '../surfaces/pages/layout.ts';
import { emptyState } from '../surfaces/pages/parts/empty.ts';
import { postForm } from '../surfaces/pages/parts/post-form.ts';
import { progressBar } from '../surfaces/pages/parts/progress.ts';
import { sagePath, sageView } from '../shared/sage-view.ts';
import { agreementFor } from './agreement.ts';
import { table } from '../surfaces/pages/parts/table.ts';

interface Query {
    id: SageRef;
    after: number;
}

export const calibratePage = (app: App): ServerRoute =>
    consolePage<Query>(app, {
        id: 'showGold',
        path: '/sages/{id}/gold',
        description: 'Shows the next answer to label, and the agreement of evaluator and reviewers.',
        ...ofSage,
        query: { after: formInteger.empty('').default(0) },
        scope: ['council_screen'],
        show: async ({ id, after }, visit) =>
            showGold(visit, await sageFor(app, app.store.read, id, visit.actor), after)
    });

async function showGold(visit: PageContext, sage: SageRow, after: number): Promise<View> {
    const { read } = visit.app.store;
    const login = (await findUserById(read, visit.actor.id))?.login ?? '';
    const next = await nextToLabel(read, sage, { login, after });
    const { all, mine } = await countLabelled(read, sage, login);
    return sageView(visit, sage, {
        here: 'gold',
        narrow: true,
        scripts: ['keys.js'],
        body: html`${all > 0 && progressBar({ label: 'Labelled by you', value: mine, max: all, words: `${mine} of ${all} labelled by you` })}
            ${next ? labelForm(visit, sage, next) : nothingLeft(sage, { all, mine, after })}
            ${addForm(visit, sage)}
            ${await besidePeople(read, sage)}`
    });
}

function nothingLeft(sage: SageRow, { all, mine, after }: { all: number; mine: number; after: number }) {
    if (all > mine && after > 0)
        return emptyState({
            says: 'Only skipped answers are left.',
            action: html`<a href="${sagePath(sage, 'gold')}">Review skipped answers</a>`
        });
    const says =
        all === 0
            ? 'No answers to label yet. They come from reviewed candidates, an imported file or the form below.'
            : 'You have labelled every answer.';
    return emptyState({ says });
}

const levels = { absent: 'Absent', partial: 'Partial', strong: 'Strong' } as const;
type Level = keyof typeof levels;

/** What others gave and what the evaluator finds is not on this page, so that a label is this person's own. */
function labelForm(visit: PageContext, sage: SageRow, { id, criterionId, text }: GoldAnswerRow): Html {
    const criterion = sage.criteria.find((one) => one.id === criterionId);
    const buttons = (Object.keys(levels) as Level[]).map(
        (
            level,
            place
        ) => html`<button type="submit" class="secondary" name="level" value="${level}" data-key="${place + 1}"
            aria-keyshortcuts="${place + 1}"><strong>${place + 1} ${levels[level]}</strong>
            <small>${criterion?.levels[level] ?? ''}</small></button>`
    );
    return html`<section><h2>${criterion?.question ?? criterionId}</h2>
        <p class="answer box" dir="auto">${text}</p>
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/gold` },
            fields: { criterion: criterionId, text },
            body: html`<div class="choose" role="group" aria-label="Your level">${buttons}</div>`
        })}
        <p><a href="${sagePath(sage, 'gold')}?after=${id}">Skip</a> <small>Press 1, 2 or 3 to choose a level.</small></p></section>`;
}

function addForm(visit: PageContext, sage: SageRow) {
    if (sage.criteria.length === 0) return undefined;
    const { typed = {}, done = true, message } = visit.flash ?? {};
    return html`<details ${!done && { html: 'open' }}><summary>Add your own answer</summary>
        ${!done && message !== undefined && html`<p class="problem">${message}</p>`}
        ${postForm(visit, {
            to: { rest: `${sagePath(sage)}/gold` },
            body: html`${select({
                name: 'criterion',
                label: 'Question',
                options: sage.criteria.map(({ id, question }) => [id, question.slice(0, 100)]),
                value: typed['criterion'] ?? ''
            })}
                <label for="text">Answer</label><textarea id="text" name="text" rows="5" dir="auto" required>
${typed['text'] ?? ''}</textarea>
                <fieldset><legend>Your level</legend>${(Object.keys(levels) as Level[]).map(
                    (level) =>
                        html`<label for="add-${level}"><input id="add-${level}" type="radio" name="level" value="${level}" required ${level === typed['level'] && { html: 'checked' }} /> ${levels[level]}</label>`
                )}</fieldset>
                <button type="submit">Add answer</button>`
        })}</details>`;
}

type Agreement = Awaited<ReturnType<typeof agreementFor>>;

/** Compares the evaluator with people: the metrics of GET /sages/{id}/agreement, in words and as a matrix. */
async function besidePeople(on: Reader, sage: SageRow) {
    const agreement = await agreementFor(on, sage);
    const { licence, levels, people } = agreement;
    const [, ...more] = licence.reasons;
    return html`<section><h2>Evaluator and reviewers compared</h2>
        <p class="notice"><strong>${licence.first_line}</strong></p>
        ${more.length > 0 && html`<ul>${more.map((reason) => html`<li>${reason}</li>`)}</ul>`}
        ${licence.next !== null && !licence.first_line.includes(licence.next) && html`<p>${licence.next}</p>`}
        <p>Blind labels: ${levels.absent} absent, ${levels.partial} partial, ${levels.strong} strong.</p>
        ${people.n > 0 && html`<p>Two reviewers labelled ${people.n === 1 ? '1 answer' : `${people.n} answers`}. Their weighted kappa: ${people.kappa === null ? '–' : two(people.kappa)}.</p>`}
        ${
            agreement.kappa !== null &&
            html`<p>Evaluator and reviewers on ${agreement.n} answers: weighted kappa ${two(agreement.kappa)}${interval(agreement)}.
            The same level for ${percent(agreement.exact)} of the labels.</p>`
        }
        ${agreement.confusion !== null && agreementMatrix(agreement.confusion)}</section>
        ${agreement.changes.length > 0 && trials(agreement.changes)}`;
}

/** What refuses a licence first, then what is not shown yet; the rest is folded up. */
function trials(changes: Agreement['changes']) {
    const {
        matters = [],
        not_shown: open = [],
        no_matter: through = [],
        does_not_apply: inapplicable = []
    } = Object.groupBy(changes, ({ result }) => result);
    const shown = [...matters, ...open];
    return html`<section><h2>Changes that must not affect the level</h2>
        <p>We use answers that two reviewers labelled. The evaluator reads each one twice: as written, and with a change of author or form.</p>
        ${shown.length > 0 && trialTable(shown)}
        ${through.length > 0 && html`<details><summary>${through.length} of ${changes.length} changes do not affect the level</summary>${trialTable(through)}</details>`}
        ${inapplicable.length > 0 && html`<details><summary>${inapplicable.length} changes apply to too few of these answers</summary>${trialTable(inapplicable)}</details>`}</section>`;
}

const resultWords = {
    matters: 'Affects the level',
    no_matter: 'Harmless',
    not_shown: 'An effect is still possible',
    does_not_apply: 'Applies to too few answers'
} as const;

const trialTable = (changes: Agreement['changes']) =>
    table({
        caption: 'Changes and results',
        columns: [
            { title: 'Change', cell: ({ says }) => says.charAt(0).toUpperCase() + says.slice(1) },
            { title: 'Result', cell: resultOf },
            { title: 'Pairs', cell: ({ pairs }) => pairs, number: true },
            { title: 'Lowered', cell: ({ lowered }) => lowered, number: true },
            { title: 'Raised', cell: ({ lifted }) => lifted, number: true }
        ],
        rows: changes
    });

function resultOf({ pairs, result, hidden }: Agreement['changes'][number]) {
    if (pairs === 0) return 'Not tested yet';
    const more = html`<br /><small>An effect of ${hidden.toFixed(1)} levels is still possible.</small>`;
    return html`${resultWords[result]}${result === 'not_shown' && more}`;
}

const interval = ({ kappa_low }: Agreement) => (kappa_low === null ? '' : ` (at least ${two(kappa_low)})`);

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);

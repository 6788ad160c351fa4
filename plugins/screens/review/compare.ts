// The page that lays candidates of one sage side by side, criterion by criterion; names wait for the levels of the reader.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { rubricOf } from '../../../db/builds/releases.ts';
import { criterionDigestOf } from '../../../db/judgement/gold.ts';
import { Refusal } from '../../../db/store/refusal.ts';
import type { SageRef } from '../../../db/sages/sages.ts';
import { getSage, type Criterion } from '../../../db/sages/sages.ts';
import { sagesToJudge } from '../../../db/screens/access.ts';
import { answersOfAll, type ScreenRow } from '../../../db/screens/screens.ts';
import type { Reader } from '../../../db/store/index.ts';
import type { Judgement } from '../../../db/judgement/judgements.ts';
import { latestOfEach, type Review } from '../../../db/judgement/levels.ts';
import type { Finding } from '../../../db/sages/verdicts.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { labelsOf } from '../../../words/states/state.ts';
import type { App } from '../../app.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { paging, sageRef } from '../../surfaces/http/fields.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import { draftPage } from '../../surfaces/pages/console/form-page.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { addressIn } from '../../surfaces/pages/parts/address.ts';
import { queueOf } from '../list/listing.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { hidden, problem } from '../../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../../surfaces/pages/form-posts.ts';
import { type Html, html, type Part } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { formatTotal, pager } from '../../surfaces/pages/parts/pager.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { shownName } from '../../shared/candidates/words.ts';
import { levelChoice, levelWords, meanings } from './answers.ts';
import { markedAnswer } from './marks.ts';

interface Query {
    sage_id?: SageRef;
    state: (typeof comparedStates)[number];
    page: number;
}

/** As many columns as a display has room for. */
export const perPage = 4;

const page = { path: '/screens/compare', scope: ['council_screen'] as const };

/** States in which there are answers to compare. */
const comparedStates = ['waiting', 'advanced', 'rejected', 'hired'] as const;

/** A row: one question in the words that one or several releases ask it with. */
interface Question {
    criterion: Criterion;
    /** The runs of these releases. */
    askedBy: Set<string>;
}

type CompareView = Awaited<ReturnType<typeof compared>>;
type Compared = CompareView['candidates'][number];

function comparePage(view: CompareView, visit: PageContext): View {
    const { address, sage, candidates, page } = view;
    const wrong = fieldErrorsIn(visit.flash, {});
    return {
        title: 'Compare candidates',
        bar: html`<nav class="queue-bar" aria-label="Candidates"><a href="/screens${sage ? `?sage_id=${sage.id}` : ''}">Candidates</a></nav>`,
        styles: ['screens.css'],
        scripts: ['keys.js'],
        problem: problem(wrong?.message, 'level-0-0-strong'),
        mark: view.total > 0 && html`<span class="count">${formatTotal(view)}</span>`,
        body: html`${filtersOf(view)}
            ${sage === undefined && emptyState({ says: 'Choose a sage to compare candidates who answered the same questions.' })}
            ${sage && candidates.length === 0 && emptyState({ says: `No candidates for ${sage.name} with the state “${candidateStates[view.state].en.label}”.` })}
            ${sage && candidates.length > 0 && comparison(view, sage.id, visit)}
            ${pager({ total: view.total, ...(view.more && { more: view.more }), page, per_page: perPage, address, shown: candidates.length })}`
    };
}

function filtersOf({ address, known, sage }: CompareView) {
    const shown = sage ? { ...address, query: { ...address.query, sage_id: String(sage.id) } } : address;
    const states = comparedStates.filter((state) => state !== 'waiting');
    return filters(shown, [
        {
            name: 'sage_id',
            label: 'Sage',
            options: known.slice(0, 300).map(({ id, name }) => [String(id), name] as const),
            all: 'Choose one'
        },
        {
            name: 'state',
            label: 'State',
            options: labelsOf(candidateStates, states),
            all: candidateStates.waiting.en.label
        }
    ]);
}

/** One form: whatever levels were chosen are saved together. Oldest first like the queue: nothing here puts people in an order. */
function comparison(view: CompareView, sageId: number, visit: PageContext): Html {
    const { questions, candidates, state, page, form } = view;
    const own = candidates.map(({ judgement }) =>
        judgement.reviews.findLast(({ by }) => by.id === visit.actor.id)
    );
    const heads = candidates.map(
        ({ screen, judgement }) =>
            html`<div><a href="/screens/${screen.id}">${shownName(screen, judgement)}</a>${overall(judgement)}</div>`
    );
    const asked = questions.map(
        (
            one,
            row
        ) => html`<section aria-labelledby="q${row}"><h2 id="q${row}">${row + 1}. ${one.criterion.question}</h2>
            <details class="fold"><summary>What the levels mean</summary>${meanings(one.criterion)}</details>
            <div class="beside">${candidates.map((of, column) => html`<article>${cell(of, one, { row, column, own: own[column], form })}</article>`)}</div></section>`
    );
    return postForm(visit, {
        to: { rest: '/screens/compare' },
        fields: {
            sage_id: sageId,
            state,
            page,
            ...Object.fromEntries(
                candidates.map(({ screen: { id, submittedAt } }) => [`seen_${id}`, submittedAt ?? ''])
            )
        },
        data: { guard: form ? 'changed' : 'typed' },
        body: html`<div class="compare"><div class="beside heads">${heads}</div>${asked}</div>
            <div class="savebar"><span>${mayGive(candidates) ? 'Name, score and findings appear after you have given a candidate every level.' : ''}</span>
            <button type="submit">Save levels</button></div>`
    });
}

/** Whether a candidate is still without a level of this reader. */
const mayGive = (candidates: CompareView['candidates']) =>
    candidates.some(({ judgement }) => !judgement.isNamed);

interface Cell {
    row: number;
    column: number;
    own: Review | undefined;
    form: Form | undefined;
}

function cell(
    { screen, answers, judgement }: Compared,
    { criterion: { id }, askedBy }: Question,
    at: Cell
): Part {
    const name = shownName(screen, judgement);
    const who = html`<h3>${name}</h3>`;
    if (!askedBy.has(screen.releaseRunId ?? '')) return html`${who}<p class="soft">Not asked</p>`;
    const answer = answers.get(id) ?? '';
    const finding = judgement.shown
        ? screen.verdict?.findings.find(({ criterion_id }) => criterion_id === id)
        : undefined;
    const field = `${screen.id}_${id}`;
    const given = at.own?.levels.find(({ criterion_id }) => criterion_id === id);
    const level = at.form ? typed(at.form, `level_${field}`) : given?.level;
    return html`${who}<p class="answer" dir="auto">${answer === '' ? html`<em>No answer.</em>` : markedAnswer(answer, finding)}</p>
        ${others(judgement, id, { finding, own: at.own })}
        <fieldset class="level"><legend>Your level for ${name}, answer ${at.row + 1}</legend>
            ${levelChoice({ name: `level_${field}`, base: `level-${at.row}-${at.column}`, given: level })}</fieldset>
        ${given && hidden({ [`was_level_${field}`]: at.form ? typed(at.form, `was_level_${field}`) : given.level })}`;
}

interface Beside {
    finding: Finding | undefined;
    own: Review | undefined;
}

/** The levels of colleagues, and that of the software where it may be shown. */
function others({ reviews }: Judgement, id: string, { finding, own }: Beside) {
    const people = latestOfEach(reviews).flatMap(({ by, levels }) => {
        const given = levels.find(({ criterion_id }) => criterion_id === id);
        return given && by.id !== own?.by.id ? [`${by.displayName}: ${levelWords[given.level]}`] : [];
    });
    const software =
        finding && finding.level !== 'unscored' ? [`The software: ${levelWords[finding.level]}`] : [];
    const all = [...people, ...software];
    return all.length > 0 && html`<p><small>${all.join(', ')}</small></p>`;
}

function overall({ reviews }: Judgement): Part {
    const scores = latestOfEach(reviews).flatMap(({ by, score }) =>
        score === null ? [] : [`${score} of 100 (${by.displayName})`]
    );
    return html`<small>${scores.length === 0 ? 'Not scored' : scores.join(', ')}</small>`;
}

/** What the page is of. */
const comparedFields = {
    sage_id: sageRef,
    state: Joi.valid(...comparedStates).default('waiting'),
    page: paging.page
};

export const comparePages = (app: App): ServerRoute[] => [
    consolePage<Query>(app, {
        ...page,
        id: 'compareScreens',
        description:
            'Shows candidates of one sage side by side, by criterion. Names are hidden until you have given every level.',
        owned: 'sage_id',
        query: comparedFields,
        also: [404],
        show: (asked, visit) => show(app, asked, visit)
    }),
    draftPage(app, {
        ...page,
        id: 'compareScreensWithLevels',
        description: 'Previews levels for several candidates. Saves nothing.',
        also: [404],
        show: (_, visit, form) => {
            const { value, error } = Joi.object<Query>(comparedFields).validate(form, { stripUnknown: true });
            return show(app, error ? { state: 'waiting', page: 1 } : value, visit, form);
        }
    })
];

/** The address of the page that this form is on. */
export const compareAddress = (form: Form) => {
    const asked = Object.keys(comparedFields).filter((name) => typed(form, name) !== '');
    return `${page.path}?${asked.map((name) => `${name}=${encodeURIComponent(typed(form, name))}`).join('&')}`;
};

async function compared(app: App, { sage_id, state, page }: Query, visit: PageContext, form?: Form) {
    const { actor, request } = visit;
    const { read } = app.store;
    const known = await sagesToJudge(read, viewerOf(app, actor));
    const sage = await chosenAmong(read, known, sage_id);
    const sageIds = sage ? [sage.id] : [];
    const found = await queueOf(app, { state, sageIds, page, per_page: perPage }, actor);
    const judgementOf = await judgementsFor(app, found.items, { actor, isPage: true });
    const answers = await answersOfAll(read, found.items);
    return {
        ...found,
        address: addressIn(request),
        known,
        sage,
        state,
        page,
        form,
        questions: await questionsOf(read, found.items),
        candidates: found.items.map((screen) => ({
            screen,
            answers: answers.get(screen.id) ?? new Map<string, string>(),
            judgement: judgementOf(screen)
        }))
    };
}

const show = async (app: App, asked: Query, visit: PageContext, form?: Form) =>
    comparePage(await compared(app, asked, visit, form), visit);

/** Returns the requested sage, or the only one there is. Refuses: not_found. */
async function chosenAmong(
    on: Reader,
    known: readonly { id: number; name: string }[],
    ref: SageRef | undefined
) {
    if (ref === undefined) return known.length === 1 ? known[0] : undefined;
    const { id } = await getSage(on, ref);
    const sage = known.find((one) => one.id === id);
    if (!sage) throw new Refusal('not_found', 'Sage not found.');
    return sage;
}

/** What they were asked. A sage may have been built again meanwhile: other words are another question. */
async function questionsOf(on: Reader, screens: readonly ScreenRow[]): Promise<Question[]> {
    const runs = new Set(screens.map(({ releaseRunId }) => releaseRunId ?? ''));
    const questions = new Map<string, Question>();
    for (const run of runs)
        for (const criterion of (await rubricOf(on, run))?.criteria ?? []) {
            const key = `${criterion.id} ${criterionDigestOf(criterion)}`;
            const askedBy = questions.get(key)?.askedBy ?? new Set();
            questions.set(key, { criterion, askedBy: askedBy.add(run) });
        }
    return Array.from(questions.values());
}

// Candidate data: everything stored about one person, to read, to hand out, and to erase.
import type { ServerRoute } from '@hapi/hapi';
import { settingsOf } from '../../../db/record/settings.ts';
import { dataOf, type ScreenData } from '../../../db/erasing/candidate-data.ts';
import { isOpen } from '../../../db/erasing/erase.ts';
import { findErasure } from '../../../db/erasing/erasures.ts';
import { deletionDate, isRetentionEnabled } from '../../../db/installation/retention.ts';
import { sageNamesOf } from '../../../db/sages/sages.ts';
import { type ScreenRow, isSent } from '../../../db/screens/screens.ts';
import { wordsIn } from '../../../words/index.ts';
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { Review } from '../../../db/judgement/levels.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { emailStates } from '../../../words/states/jobs.ts';
import type { App } from '../../app.ts';
import { erasers } from '../../surfaces/auth/capability-sets.ts';
import { may } from '../../surfaces/auth/requester.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import { consolePage } from '../../surfaces/pages/console/page.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { notice } from '../../surfaces/pages/form-controls.ts';
import { html, type Part, type Html } from '../../surfaces/pages/layout.ts';
import { type Dialog, dialog, dialogButton } from '../../surfaces/pages/parts/dialog.ts';
import { type Clock, clockOf, moment } from '../../surfaces/pages/parts/moment.ts';
import { judgementsFor } from '../../shared/candidates/judgements.ts';
import { personBy } from './person.ts';
import { pluralize, creditsRefunded } from '../../surfaces/pages/parts/count.ts';
import { ofScreen } from '../../shared/owned.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { shownName, stateOf } from '../../shared/candidates/words.ts';
import { levelWords } from '../review/answers.ts';
import { showItNow } from '../review/review-page.ts';
import { decidedWord } from '../review/decision.ts';

const { say } = wordsIn(['en']);

export const dataPage = (app: App): ServerRoute =>
    consolePage<{ id: string }>(app, {
        id: 'showCandidateData',
        path: '/screens/{id}/data',
        description: 'Shows all data stored about a candidate, to export or delete it.',
        scope: ['council_screen'],
        ...ofScreen,
        also: [409],
        show: async ({ id }, visit) => showData(visit, id, await personBy(app, id, visit.actor))
    });

async function showData(visit: PageContext, id: string, screens: readonly ScreenRow[]): Promise<View> {
    const { app, actor } = visit;
    const { read } = app.store;
    const found = await Promise.all(screens.map((one) => dataOf(read, one)));
    const judgementOf = await judgementsFor(app, screens, { actor, isPage: true });
    const names = await sageNamesOf(read, screens);
    const clock = clockOf(app);
    const [first] = screens;
    const blind = screens.find((screen) => screen.submittedAt !== null && !judgementOf(screen).isNamed);
    const name = blind ? 'this candidate' : (first?.candidateName ?? '');
    const erase =
        may(actor, ...erasers) && first?.erasedAt === null ? [eraseDialog(visit, id, found, name)] : [];
    if (blind)
        return {
            title: 'Candidate data',
            crumbs: [
                { word: 'Candidates', href: '/screens' },
                { word: shownName(blind, judgementOf(blind)), href: `/screens/${blind.id}` }
            ],
            actions: erase.map(dialogButton),
            dialogs: erase,
            narrow: true,
            body: showItNow(blind, visit, true)
        };
    return {
        title: 'Candidate data',
        crumbs: crumbsTo(id, screens),
        styles: ['screens.css'],
        actions: html`<a role="button" class="secondary" href="${app.config.paths.rest}/screens/${id}/candidate-data"
            download="candidate-data.json">Download as JSON</a>${erase.map(dialogButton)}`,
        dialogs: erase,
        body: html`${await standing(visit, screens, clock)}
            ${found.map((data) => screenSection(data, { position: names.get(data.screen.sageId) ?? '', judgement: judgementOf(data.screen), clock }))}`
    };
}

const crumbsTo = (id: string, [first]: readonly ScreenRow[]) => [
    { word: 'Candidates', href: '/screens' },
    { word: first?.candidateName ?? '', href: `/screens/${id}` }
];

/** Who it is and until when they are kept, or that they are gone. */
async function standing({ app }: PageContext, screens: readonly ScreenRow[], clock: Clock): Promise<Part> {
    const [first] = screens;
    if (!first) return undefined;
    if (first.erasedAt !== null) return erasedNotice(app, first, clock);
    const { keepCandidatesDays: days } = await settingsOf(app);
    const isByAge = days > 0 && (await isRetentionEnabled(app.store.read));
    const until = Math.min(...screens.map((screen) => deletionDate(screen, { days })));
    return html`<dl class="facts"><dt>Name</dt><dd>${first.candidateName}</dd>
        <dt>Email address</dt><dd>${first.candidateEmail || '–'}</dd>
        <dt>Stored</dt><dd>${isByAge ? html`until automatic deletion on ${moment(until, clock)} or later` : 'until someone deletes it'}</dd></dl>`;
}

async function erasedNotice(app: App, { id, erasedAt }: ScreenRow, clock: Clock) {
    const erasure = await findErasure(app.store.read, id);
    const rest =
        erasure?.searchedAt === null
            ? "We are still searching other people's texts and stored files."
            : say('erased.stays');
    const doubts = erasure?.traits?.doubts ?? [];
    return html`${notice("This candidate's data was deleted.")}<p>${erasedAt !== null && html`Deleted ${moment(erasedAt, clock)}. `}${rest}</p>
        ${doubts.length > 0 && html`<p><a href="/screens/mentions">${pluralize(doubts.length, 'place')}</a> in other texts may be about this candidate. A council administrator decides.</p>`}`;
}

/** What will happen, in numbers. */
function eraseDialog(visit: PageContext, id: string, found: readonly ScreenData[], name: string): Dialog {
    return dialog(visit, {
        id: 'erase',
        title: `Delete all data of ${name}?`,
        says: html`<p>${say('erase.says', { texts: whatGoes(found).join(', ') })}</p>
            ${whatCloses(visit, found)}
            <p>${say('erase.final')}</p>`,
        to: { rest: `/screens/${id}/erase` },
        word: 'Delete all data',
        button: 'Delete permanently',
        isDangerous: true
    });
}

function whatGoes(found: readonly ScreenData[]) {
    const answers = found.flatMap((data) => data.answers);
    const labelled = answers.flatMap(({ gold }) => gold);
    const mails = found.flatMap((data) => data.mails);
    return [
        pluralize(found.length, 'invitation'),
        pluralize(answers.length, 'answer'),
        pluralize(labelled.length, 'labelled answer'),
        pluralize(mails.length, 'email')
    ];
}

function whatCloses({ app }: PageContext, found: readonly ScreenData[]) {
    const open = found.filter(({ screen }) => screen.kind === 'real' && isOpen(screen)).length;
    if (open === 0) return undefined;
    const back = open * app.config.screens.credits;
    return html`<p>${pluralize(open, 'open invitation')} ${open === 1 ? 'is' : 'are'} cancelled without an email, ${open === 1 ? 'its link' : 'their links'}
        closed${back > 0 && `, ${creditsRefunded(back)}`}.</p>`;
}

interface Seen {
    position: string;
    judgement: Judgement;
    clock: Clock;
}

/** One screen of a candidate, with everything stored about it. */
function screenSection(data: ScreenData, { position, judgement, clock }: Seen): Html {
    const { screen, answers } = data;
    return html`<section class="held"><h2>${position} ${stateBadge(stateOf(screen))}</h2>
        ${answers.map((one) => (isSent(screen) ? answerIn(one, { ...judgement, verdict: screen.verdict }) : unsent(one)))}
        ${!judgement.shown && screen.erasedAt === null && html`<p><small>Findings are hidden here until you have given every level. The download includes them.</small></p>`}
        ${judgement.reviews.map((review) => reviewIn(review, clock))}
        ${judgement.decisions.map(
            ({ deciderName, decision, note, at }) =>
                html`<p><strong>${deciderName ?? 'Someone'}</strong> decided ${moment(at, clock)}: ${decidedWord(decision)}${note !== '' && html`<br />${note}`}</p>`
        )}
        ${cancelledFor(screen.cancelReason ?? '')}
        ${mailsIn(data, clock)} ${auditIn(data, clock)}</section>`;
}

const cancelledFor = (reason: string) =>
    reason !== '' && html`<p>${candidateStates.cancelled.en.label}: ${reason}</p>`;

const unsent = ({ question }: ScreenData['answers'][number]) =>
    html`<h3 dir="auto">${question}</h3><p class="answer" dir="auto"><em>Not submitted yet.</em></p>`;

/** Levels that others gave to the same text would reveal as much as their reviews. */
function answerIn(
    { question, criterionId, answer, gold }: ScreenData['answers'][number],
    { shown, seesOthers, verdict }: Pick<Judgement, 'shown' | 'seesOthers'> & Pick<ScreenRow, 'verdict'>
) {
    const finding = shown
        ? verdict?.findings.find(({ criterion_id }) => criterion_id === criterionId)
        : undefined;
    const labels = seesOthers ? gold.flatMap((one) => one.labels) : [];
    return html`<h3 dir="auto">${question}</h3><p class="answer" dir="auto">${answer === '' ? html`<em>No answer.</em>` : answer}</p>
        ${finding && html`<p><small>Evaluator: ${levelWords[finding.level]}. ${finding.reason}</small></p>`}
        ${finding && finding.quotes.length > 0 && html`<ul>${finding.quotes.map((quote) => html`<li><q dir="auto">${quote}</q></li>`)}</ul>`}
        ${labels.length > 0 && html`<p><small>Labelled answer: ${labels.map(({ byName, level }) => `${byName} ${levelWords[level]}`).join(', ')}</small></p>`}`;
}

const reviewIn = ({ by, levels, at }: Review, clock: Clock) =>
    html`<p><strong>${by.displayName}</strong> gave levels ${moment(at, clock)}: ${levels
        .map(({ level, reason }) => `${levelWords[level]}${reason === '' ? '' : ` (${reason})`}`)
        .join(', ')}</p>`;

function mailsIn({ mails }: ScreenData, clock: Clock) {
    if (mails.length === 0) return undefined;
    type Mail = (typeof mails)[number];
    const columns = [
        { title: 'Email', cell: describeEmail },
        { title: 'To', cell: ({ toEmail }: Mail) => toEmail || html`<em>erased</em>` },
        { title: 'State', cell: ({ state }: Mail) => stateBadge(emailStates[state]), minor: true },
        { title: 'When', cell: ({ createdAt }: Mail) => moment(createdAt, clock), minor: true }
    ];
    return html`<h3>Emails</h3>${table({ caption: 'Emails to the candidate', columns, rows: mails })}`;
}

const actWords: Readonly<Record<string, string>> = {
    'screen.show-link': 'Link shown',
    'screen.export': 'Exported to a file',
    'screen.assign': 'Assigned to a reviewer',
    'screen.remind': 'Reminder sent',
    'screen.extend': 'Time extended',
    'screen.cancel': 'Invitation cancelled',
    'screen.levels': 'Levels given',
    'screen.override': 'Level overridden',
    'screen.judge-again': 'Evaluated again',
    'screen.decide': 'Decision saved',
    'screen.undo-decision': 'Decision undone',
    'screen.note': 'Note added',
    'screen.show-findings': 'Findings shown before the review',
    'screen.ask-person': candidateStates.person_asked.en.label,
    'screen.withdraw': 'Withdrawn by the candidate',
    'screen.erase': 'Data deleted',
    'mention.erase': 'Mention deleted',
    'mention.keep': 'Mention kept'
};

function auditIn({ audit }: ScreenData, clock: Clock) {
    if (audit.length === 0) return undefined;
    type Line = (typeof audit)[number];
    const columns = [
        { title: 'Act', cell: ({ act }: Line) => actWords[act] ?? act },
        { title: 'Who', cell: ({ actor }: Line) => actor },
        { title: 'When', cell: ({ at }: Line) => moment(at, clock) }
    ];
    return html`<h3>Audit</h3>${table({ caption: 'Audit log of this candidate', columns, rows: audit })}`;
}

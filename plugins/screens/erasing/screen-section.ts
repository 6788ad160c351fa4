// One screen of a candidate, with everything stored about it.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { Review } from '../../../db/judgement/levels.ts';
import type { ScreenData } from '../../../db/erasing/candidate-data.ts';
import { isSent, type ScreenRow } from '../../../db/screens/screens.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { type Clock, moment } from '../../surfaces/pages/parts/moment.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import { levelWords } from '../review/answers.ts';
import { decidedWord } from '../review/decision.ts';
import { stateOf } from '../../shared/candidates/states.ts';
import { describeEmail } from '../../shared/mail-words.ts';
import { stateBadge } from '../../surfaces/pages/parts/badge.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { emailStates } from '../../../words/states/jobs.ts';

interface Seen {
    position: string;
    judgement: Judgement;
    clock: Clock;
}

export function screenSection(data: ScreenData, { position, judgement, clock }: Seen): Html {
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

// The candidate's pages before and after the questions: plain words in their language, designed for a phone first.
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { ScreenRow, ScreenStatus } from '../../../db/screens/screens.ts';
import { findUserById } from '../../../db/accounts/users.ts';
import { demoDays, isRetentionEnabled } from '../../../db/installation/retention.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { EvidenceKind, Finding, Verdict } from '../../../db/sages/verdicts.ts';
import { findRelease } from '../../../db/builds/releases.ts';
import { type ConsentNotice, type Readers, readersOf } from '../../../db/screens/consent.ts';
import { iso } from '../../../db/store/time.ts';
import type { Words } from '../../../words/index.ts';
import { type Outside, publicPage } from '../../surfaces/public-pages/outside.ts';
import { problem } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { App } from '../../app.ts';
import { closingLink } from './closing.ts';
import { saidPage } from './ending.ts';
import type { Run } from './stages.ts';
import type { Visit } from './access.ts';

type Landing = Awaited<ReturnType<typeof landingOf>>;

/** The first page shows the topic of the questions, the time they take and who reads the answers, and asks for consent. */
function landingPage(landing: Landing) {
    const { sage, screen, notice, questions, minutes, error, message, outside } = landing;
    const { say, words } = outside;
    const real = screen?.kind === 'real';
    return publicPage(outside, {
        title: sage.name,
        scripts: real ? ['local-time.js'] : [],
        body: html`<h1>${say('landing.title', { position: sage.name })}</h1>
            ${problem(error, 'consent')} ${real ? welcome(outside, screen, sage.name) : demoNotice(outside)}
            ${message && html`<blockquote><div class="answer" dir="auto">${message.text}</div><footer>${message.from}</footer></blockquote>`}
            <ul>
                <li>${say('landing.questions', { count: questions })} ${say('landing.takes', { time: words.minutes(needed(landing)) })}</li>
                <li>${minutes > 0 ? say('landing.time', { time: words.minutes(minutes) }) : say('landing.no-limit')}</li>
                ${notice.points.map((point) => html`<li>${point}</li>`)}
            </ul>
            ${howItWorks(landing)} ${privacy(landing)} ${consentForm(landing)} ${real && closingLink(landing, 'person')}`
    });
}

/** Five minutes for each question, but no more than there are. */
const needed = ({ questions, minutes }: Landing) => Math.min(questions * 5, minutes || Infinity);

/** What happens after the start, and how one can answer, before anybody has to agree. */
function howItWorks({ screen, minutes, outside: { say } }: Landing) {
    return html`<details><summary>${say('how.title')}</summary>
        <ul><li>${say('how.one-by-one')}</li>
            <li>${say('landing.saved')}</li>
            ${screen?.kind === 'real' && minutes > 0 && html`<li>${say('landing.more-time')}</li>`}</ul>
        <p><strong>${say('how.example')}</strong> ${say('how.question')}</p>
        <blockquote>${say('how.answer')}</blockquote>
        <p>${say('how.why')}</p></details>`;
}

/** Who is responsible for the data, what they are for, how long they are kept, and how they are erased. */
function privacy({ sage, screen, kept, outside: { say } }: Landing) {
    const isReal = screen?.kind === 'real';
    const points = [
        say('privacy.who'),
        isReal && say('privacy.purpose', { position: sage.name }),
        kept > 0
            ? say(isReal ? 'privacy.kept' : 'privacy.kept-demo', { days: kept })
            : say('privacy.kept-open'),
        say('privacy.erase')
    ];
    return html`<details><summary>${say('privacy.title')}</summary>
        <ul>${points.map((point) => point && html`<li>${point}</li>`)}</ul></details>`;
}

function consentForm({ base, notice, error, outside: { say } }: Landing) {
    return html`<form method="post" action="${base}/start">
        <input type="hidden" name="notice" value="${sha256(notice.text)}" />
        <label for="consent">
            <input id="consent" name="consent" type="checkbox" value="1" required aria-describedby="consent-note"
                ${error ? { html: 'aria-invalid="true"' } : ''} />
            ${notice.agreement}
        </label>
        <small id="consent-note">${error ?? say('landing.nothing-yet')}</small>
        <button type="submit">${say('landing.begin')}</button>
    </form>`;
}

const demoNotice = ({ say }: Outside) =>
    html`<p role="note"><strong>${say('demo.title')}</strong> ${say('demo.says')}</p>`;

function welcome({ say, moment }: Outside, { candidateName: name, expiresAt }: ScreenRow, position: string) {
    if (expiresAt === null) return html`<p>${say('landing.welcome', { name, position })}</p>`;
    const [before, after] = say('landing.until', { until: place }).split(place);
    return html`<p>${say('landing.welcome', { name, position })}
        ${before}<time datetime="${iso(expiresAt)}">${moment(expiresAt)}</time>${after}</p>`;
}

/** Stands for an element in a sentence. */
const place = '\uFFFC';

/** The page after the answers were submitted shows what happens next. */
export const thanksPage = (outside: Outside) =>
    saidPage(outside, outside.say('thanks.title'), [
        outside.say('thanks.arrived'),
        outside.say('thanks.next')
    ]);

/** The page of a link that was valid once: the screen was cancelled or has expired. */
export function overPage(outside: Outside, status: ScreenStatus) {
    const { say } = outside;
    const why = say(status === 'ss_cancelled' ? 'over.cancelled' : 'over.expired');
    return saidPage(outside, say('over.title'), [`${why} ${say('over.help')}`], say('over.heading'));
}

/** The page, with what was wrong with the form on it. */
export const landing = async (app: App, run: Run, error?: string) =>
    landingPage(await landingOf(app, run, error));

const landingOf = async (app: App, run: Run, error: string | undefined) => ({
    ...run,
    notice: await noticeOf(app, run),
    questions: run.criteria.length,
    minutes: limitOf(app, run),
    message: await messageOf(app, run),
    kept: await keptDays(app, run),
    error
});

/** The minutes that this candidate has to answer; 0 without a limit. */
function limitOf({ config: { screens } }: App, { screen }: Run) {
    return screens.minutes > 0 ? screens.minutes + (screen?.extraMinutes ?? 0) : 0;
}

/** The owner's message to all invited candidates, while the owner's account is enabled. */
async function messageOf({ store }: App, { screen, sage }: Run) {
    if (screen?.kind !== 'real' || sage.ownerId === null) return undefined;
    const owner = await findUserById(store.read, sage.ownerId);
    if (!owner || owner.disabledAt !== null || owner.candidateMessage === '') return undefined;
    return { from: owner.displayName, text: owner.candidateMessage };
}

/** For how many days the answers are kept, as far as age erases them. */
async function keptDays({ store }: App, { screen, outside }: Run) {
    const days = outside.settings.keepCandidatesDays;
    if (days === 0 || !(await isRetentionEnabled(store.read))) return 0;
    return screen?.kind === 'real' ? days : demoDays;
}

interface Result {
    verdict: Verdict;
    criteria: readonly Criterion[];
    base: string;
    outside: Outside;
}

/** The end of a demo: the verdict with its evidence, and a note on what advice from software is worth. A candidate never sees a verdict. */
export function resultPage({ verdict, criteria, base, outside }: Result) {
    const { say } = outside;
    const { score, recommendation, findings, evaluator } = verdict;
    const mayAdvise = recommendation !== 'needs_review';
    return publicPage(outside, {
        title: say('result.title'),
        body: html`<h1>${say('result.heading')}</h1>
            <p role="note">
                <strong>${say('demo.title')}</strong> ${say('result.read-by', { reader: evaluator.name })}
            </p>
            ${mayAdvise && score !== null ? advised(outside, score, recommendation) : html`<p>${say('result.what-it-does')}</p>`}
            ${criteria.map(({ id, question }) =>
                found(
                    outside,
                    question,
                    findings.find(({ criterion_id }) => criterion_id === id)
                )
            )}
            <p><a href="${base}?again">${say('result.again')}</a></p>`
    });
}

const advised = ({ say }: Outside, score: number, recommendation: 'advance' | 'reject') =>
    html`<p class="score">
        <strong>${score}</strong> ${say('result.score')} <span class="badge">${say(`result.${recommendation}`)}</span>
    </p>`;

/** Shows quotes and their kind. The indicators stay out of it: a visitor may be a candidate tomorrow. */
function found({ say }: Outside, question: string, finding: Finding | undefined) {
    const passages = passagesOf(finding);
    const isList = finding?.flags.includes('keyword_list');
    return html`<section>
        <h2>${question}</h2>
        ${passages.length === 0 && html`<p>${say(isList ? 'result.keywords' : 'result.nothing')}</p>`}
        ${passages.map(
            ({ quote, kind }) =>
                html`<figure>
                    <blockquote dir="auto">${quote}</blockquote>
                    ${kind && html`<figcaption>${say(`result.${kind}`)}</figcaption>`}
                </figure>`
        )}
    </section>`;
}

/** Each passage once and with one kind. A model without the built-in evaluator gives quotes alone. */
function passagesOf(finding: Finding | undefined): { quote: string; kind?: EvidenceKind }[] {
    if (!finding?.evidence) return (finding?.quotes ?? []).map((quote) => ({ quote }));
    return [...new Map(finding.evidence.map(({ quote, kind }) => [quote, { quote, kind }])).values()];
}

/** The page while the answers of a demo wait for their verdict. */
export function judgingPage(outside: Outside) {
    const { say } = outside;
    return publicPage(outside, {
        title: say('judging.title'),
        body: html`<h1>${say('judging.title')}</h1>
            <p role="status">${say('judging.says')}</p>`
    });
}

/** The notice in its parts; its text is all of them, as it is kept with the consent. */
interface Notice extends ConsentNotice {
    points: readonly string[];
    agreement: string;
}

/** Returns the notice of a visit, for the evaluator of its frozen release. Refuses: not_found. */
export async function noticeOf({ store, config }: App, { screen, sage, outside }: Visit): Promise<Notice> {
    const runId = screen?.kind === 'real' ? screen.releaseRunId : sage.releaseRunId;
    const { snapshot } = await findRelease(store.read, runId ?? '');
    return noticeFor(readersOf(snapshot.sage.evaluator, config.llm?.operator), outside.words);
}

/** In these words, which are kept as they were shown. */
export function noticeFor(readers: Readers, words: Words): Notice {
    const { points, agreement } = wordingOf(readers, words);
    return { ...readers, points, agreement, text: [...points, agreement].join('\n') };
}

function wordingOf({ reader, operator }: Readers, { say }: Words): Pick<Notice, 'points' | 'agreement'> {
    const by = { operator: operator ?? '' };
    if (reader === 'model')
        return {
            points: [say('notice.model.reads', by), say('notice.model.sent'), say('notice.model.only-they')],
            agreement: say('notice.model.agree', by)
        };
    const [first, agreement] =
        reader === 'evidence'
            ? [say('notice.evidence.marks'), say('notice.evidence.agree')]
            : [say('notice.person.grades'), say('notice.person.agree')];
    return { points: [first, say('notice.only-they')], agreement };
}

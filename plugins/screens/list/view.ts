// The list of candidates with its chips and filters, and the bar for those that are selected.
import type { UserRow } from '../../../db/accounts/users.ts';
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { countStates, QueueOrder, QueueState } from '../../../db/judgement/queue.ts';
import type { JudgedSage } from '../../../db/screens/access.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';
import type { unsentLinks } from '../../../db/screens/unsent-links.ts';
import { candidateStates } from '../../../words/states/candidates.ts';
import { candidateTable, stateChips } from '../../shared/candidates/list.ts';
import { type Form, typed } from '../../surfaces/http/bodies/typed.ts';
import type { Paging } from '../../surfaces/http/fields.ts';
import type { View } from '../../surfaces/pages/console/frame.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html } from '../../surfaces/pages/layout.ts';
import { type Address, addressIn, addressWith } from '../../surfaces/pages/parts/address.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { filters } from '../../surfaces/pages/parts/filters.ts';
import { clockOf } from '../../surfaces/pages/parts/moment.ts';
import { formatTotal, pager } from '../../surfaces/pages/parts/pager.ts';
import { postForm } from '../../surfaces/pages/parts/post-form.ts';
import { optionsOf } from '../../surfaces/pages/form-controls.ts';
import type { Page } from '../../../db/store/query.ts';

export const decidedStates = ['advanced', 'rejected', 'hired'] as const satisfies readonly QueueState[];

export interface Sorted {
    sort?: QueueOrder | 'score';
}

interface Candidates extends Paging, Sorted, Page<ScreenRow> {
    /** Undefined for any. */
    state: QueueState | undefined;
    q?: string;
    judgementOf: (screen: ScreenRow) => Judgement;
    unsent: Awaited<ReturnType<typeof unsentLinks>>;
    counts: Awaited<ReturnType<typeof countStates>> | undefined;
    users: ReadonlyMap<number, string>;
    /** When this reader wants an email. */
    reviewMails: UserRow['reviewMails'] | undefined;
    /** The one sage that the list is of. */
    sageId: number | undefined;
    known: readonly JudgedSage[];
    /** What was selected in a refused form. */
    form: Form;
}

export function candidatesView(view: Candidates, visit: PageContext): View {
    const { items, state, sageId } = view;
    const asked = addressIn(visit.request);
    const { pick, ...query } = asked.query;
    const address = { ...asked, query: sageId === undefined ? query : { ...query, sage_id: String(sageId) } };
    const of = sageId === undefined ? '' : `?sage_id=${sageId}`; // the review goes on within the same list
    const isFirst = state === 'waiting' && view.sort === undefined && view.page === 1;
    const first = isFirst ? items[0] : undefined;
    return {
        title: 'Candidates',
        styles: ['screens.css'],
        actions: html`<a role="button" class="secondary" href="/screens/compare${of}">Compare</a>
            <a role="button" ${first && { html: 'class="secondary"' }} href="/screens/invite${of}">Invite</a>
            ${first && html`<a role="button" href="/screens/${first.id}${of}">Review ${formatTotal(view)}</a>`}`,
        body: html`${chips(view, address)} ${filtersFor(view, address)}
            ${items.length > 0 ? list(view, { address, isAll: pick === 'all' }, visit) : nothing(view, address)}
            ${pager({ ...view, address, shown: items.length })} ${state === 'waiting' && emailLine(view, visit)}`
    };
}

/** Whether the reader is told of those that wait, with the way to the switch. */
const emailLine = ({ reviewMails }: Candidates, { app }: PageContext) =>
    reviewMails !== undefined &&
    app.config.mail.url !== undefined &&
    html`<p class="soft"><small>${emailWords[reviewMails]} <a href="/profile#review_mails">Change</a></small></p>`;

const emailWords = {
    at_once: 'You get an email when candidates wait for you.',
    daily: 'You get an email at 8:00 when candidates wait for you.',
    never: 'You get no email when candidates wait for you.'
} satisfies Record<UserRow['reviewMails'], string>;

function chips({ counts, state, q }: Candidates, address: Address) {
    const to = (state: QueueState | 'all' | undefined) =>
        addressWith(address, { state, page: undefined, sort: undefined });
    return stateChips({
        counts,
        now: state,
        href: (state) => to(state === 'waiting' && q === undefined ? undefined : state),
        first: html`<li><a href="${to('all')}" ${state === undefined && { html: 'aria-current="true"' }}>All</a></li>`
    });
}

/** A longer list is of no use; then it has the user's own sages and the chosen one. */
const mostListed = 300;

function filtersFor({ known, sageId, state }: Candidates, address: Address) {
    const listed =
        known.length > mostListed ? known.filter(({ id, isMine }) => isMine || id === sageId) : known;
    const sages = listed.slice(0, mostListed).map(({ id, name }) => [String(id), name] as const);
    const isDecided = decidedStates.some((one) => one === state);
    const isOver = isDecided || state === undefined || state === 'cancelled' || state === 'expired';
    return filters(address, [
        { name: 'q', label: 'Name' },
        { name: 'sage_id', label: 'Sage', options: sages },
        { name: 'assigned', label: 'Assigned to', options: { me: 'Me' }, all: 'Anyone' },
        {
            name: 'sort',
            label: 'Order',
            all: isOver ? 'Newest' : 'Longest waiting',
            options: {
                ...(isOver ? { oldest: 'Oldest' } : { newest: 'Newest' }),
                name: 'Name',
                ...(isDecided && { score: 'Score' })
            }
        }
    ]);
}

interface At {
    address: Address;
    isAll: boolean;
}

function list(view: Candidates, { address, isAll }: At, visit: PageContext) {
    const { state, items, judgementOf, unsent, known, users, form } = view;
    const sages = new Map(known.map((sage) => [sage.id, sage]));
    const rows = items.map((screen) => {
        const { name = '', mayManage = false } = sages.get(screen.sageId) ?? {};
        const judgement = judgementOf(screen);
        return { screen, judgement, sage: name, mayManage, unsent: unsent.get(screen.id) };
    });
    const shown = candidateTable({
        ...view,
        caption: state ? `Candidates: ${candidateStates[state].en.label}` : 'Candidates',
        rows,
        userId: visit.actor.id,
        isMixed: state === undefined,
        pick: { address, isAll, form },
        clock: clockOf(visit.app)
    });
    const mayManage = rows.some((row) => row.mayManage);
    return postForm(visit, {
        to: { rest: '/screens/assign' },
        fields: { back: addressWith({ ...address, path: '' }, {}) },
        body: html`${shown}${bulkBar(visit, { state, users, mayManage, to: typed(form, 'assigned_to') })}`
    });
}

/** Why there are none, and where to go: the first of these that is so. */
function nothing({ state = 'waiting', q, counts }: Candidates, address: Address) {
    const { path, query } = address;
    const filtered = ['q', 'sage_id', 'assigned', 'mine'];
    const cases: readonly (readonly [
        is: boolean,
        says: string,
        to?: readonly [href: string, word: string]
    ])[] = [
        [
            query['page'] !== undefined,
            'This page is empty.',
            [addressWith(address, { page: undefined }), 'Go to the first page']
        ],
        [
            q !== undefined && query['state'] !== undefined,
            'No candidates in this state match the name.',
            [addressWith(address, { state: 'all' }), 'Search in all states']
        ],
        [
            filtered.some((name) => query[name] !== undefined),
            'No candidates match these filters.',
            [addressWith({ path, query: {} }, { state: query['state'] }), 'Clear the filters']
        ],
        [
            counts !== undefined && Object.values(counts).every(({ total }) => total === 0),
            'No candidates yet. Open a sage, then invite one candidate or a list.',
            ['/sages', 'Go to the sages']
        ],
        [state !== 'waiting', `No candidates with the state “${candidateStates[state].en.label}”.`],
        [true, 'No candidates need a review. Candidates appear here after they submit their answers.']
    ];
    const [, says = '', to] = cases.find(([is]) => is) ?? [];
    return emptyState({
        says,
        ...(to && { action: html`<a role="button" class="secondary" href="${to[0]}">${to[1]}</a>` })
    });
}

interface Bar extends Pick<Candidates, 'state' | 'users'> {
    /** Whether this user may do more than review. */
    mayManage: boolean;
    /** Whom a refused form named. */
    to: string;
}

/** Where the acts of the bar are of use; undefined is any state. */
const toRemind: readonly (QueueState | undefined)[] = [undefined, 'invited', 'started'];
const toCancel: readonly (QueueState | undefined)[] = [undefined, 'draft', 'invited'];

/** What can be done with the selected candidates: the bar is visible once one is. Its first button takes Enter on a box, and does nothing. */
function bulkBar({ app, actor }: PageContext, { state, users, mayManage, to }: Bar) {
    const { rest } = app.config.paths;
    const button = (path: string, word: string) =>
        html`<button type="submit" class="secondary" formaction="${path}">${word}</button>`;
    const others = Array.from(users).filter(([id]) => id !== actor.id);
    const options = optionsOf(
        [
            ['', 'Assign to'],
            [String(actor.id), 'Me'],
            ...others.map(([id, name]) => [String(id), name] as const),
            ['0', 'No one']
        ],
        to
    );
    return html`<button type="submit" disabled hidden></button><div class="bulk"><strong>selected</strong><div class="acts">
        ${mayManage && toRemind.includes(state) && button(`${rest}/screens/remind`, 'Send reminder')}
        ${mayManage && toCancel.includes(state) && button('/screens/cancel', 'Cancel invitations')}
        ${mayManage && button(`${rest}/screens/export`, 'Export')}
        <select name="assigned_to" aria-label="Assign to">${options}</select>
        ${button(`${rest}/screens/assign`, 'Assign')}</div></div>`;
}

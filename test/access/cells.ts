// One cell of the matrix: somebody asks one route about something of their own or of somebody else's.
import { noPermission, unauthorized } from '../support/machines/backend.ts';
import { paths } from '../support/machines/client.ts';
import { type About, actionOf, badgeOf, call, type Entry, nonceOf } from './calls.ts';
import { type Asker, refusalOf, type Whose } from './rules.ts';
import type { Fixtures } from './fixtures.ts';

export interface Cell {
    key: string;
    entry: Entry;
    asker: Asker;
    whose: Whose;
}

type Answer = Awaited<ReturnType<typeof call>>;

interface Outcome {
    answer: Answer;
    mark: string | undefined;
    wrote: boolean;
}

/** Asks cells of these fixtures. What a refused call was about is kept for the next: refused, it is as it was. */
export function cellAsker(fixtures: Fixtures) {
    const kept = new Map<string, About>();
    return async (cell: Cell): Promise<Outcome> => {
        const { key, entry, asker } = cell;
        const owner = ownerOf(fixtures, cell);
        const about = kept.get(`${key} ${owner}`) ?? (await entry.about?.(fixtures, owner)) ?? {};
        kept.set(`${key} ${owner}`, about);
        await fixtures.settle();
        const before = await fixtures.written();
        const sent = cell.whose === 'foreign' ? withWrongSecret(about, entry.rule.secret) : about;
        const nonce = nonceOf(fixtures, key, asker);
        const answer = await call(fixtures, key, sent, { badge: badgeOf(fixtures, asker), nonce });
        const wrote = (await fixtures.written()) !== before;
        if (wrote) kept.delete(`${key} ${owner}`);
        if (entry.endsSession && asker.by === 'session') await fixtures.login(asker.person);
        return { answer, mark: about.mark, wrote };
    };
}

/** Who knows a secret is never asked whose it is about. */
function ownerOf({ stranger, client }: Fixtures, { entry, asker, whose }: Cell) {
    const isOwn = whose === 'own' && 'person' in asker && !entry.rule.secret;
    return isOwn ? client(asker.person).user.id : stranger.id;
}

/** Of the same shape as the right one. */
function withWrongSecret(about: About, secret: string | undefined): About {
    if (!secret) return about;
    const right = String(about.params?.[secret]);
    return { ...about, params: { ...about.params, [secret]: '0'.repeat(right.length) } };
}

/** What is not as the rule says; empty when all is. */
export function wrongWith(cell: Cell, { answer, mark, wrote }: Outcome): string[] {
    const { rule, done = 200 } = cell.entry;
    const refusal = refusalOf(rule, cell.asker, cell.whose);
    const status = typeof refusal === 'number' ? refusal : done;
    const got = `${answer.statusCode} ${JSON.stringify(answer.body).slice(0, 200)}`;
    if (answer.statusCode !== status) return [`${status} was expected: ${got}`];
    if (typeof refusal !== 'number') return misshown(answer, mark, refusal === 'hidden');
    // Who knocks at the staff's routes is remembered.
    const isRemembered = rule.by === 'staff' && status === 403;
    return [
        ...(wrote && !isRemembered ? ['a refused call has written something'] : []),
        ...(isRefusal(cell, answer) ? [] : [`refused for another reason: ${got}`])
    ];
}

function misshown({ body }: Answer, mark: string | undefined, isHidden: boolean) {
    if (mark === undefined) return [];
    const isShown = JSON.stringify(body).includes(mark);
    return isShown === isHidden ? [isHidden ? "somebody else's is shown" : 'it is not shown'] : [];
}

const codes: Record<number, string> = { 401: 'not_logged_in', 403: 'forbidden', 404: 'not_found' };

/** Whether it says no for this very reason, in the form of its surface. */
function isRefusal({ key, entry }: Cell, { statusCode, headers, body }: Answer) {
    if (actionOf(key) || key.includes(` ${paths.rest}/`)) return headers['x-svc-error'] === codes[statusCode];
    if (statusCode === 303) {
        const to = String(headers['location']);
        return entry.rule.by === 'guest' ? to === '/' : to.startsWith('/login');
    }
    if (entry.rule.by === 'jwt')
        return statusCode === 404
            ? body.error === 'Not Found'
            : same(body, statusCode === 401 ? unauthorized : noPermission);
    if (entry.rule.by === 'tools' || entry.rule.by === 'tool')
        return same(body, toolRefusal(entry, statusCode));
    return String(headers['content-type']).startsWith('text/html');
}

const toolRefusal = ({ rule }: Entry, status: number) =>
    status === 401 ? { error: 'Unauthorized' } : { error: 'Unknown tool', detail: rule.tool };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

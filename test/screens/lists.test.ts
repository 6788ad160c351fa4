// A list of candidates: shown with what is wrong in it, sent once and whole, or not at all.
import test, { type ExecutionContext } from 'ava';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { listAudit } from '../../db/record/audit.ts';
import { screens } from '../../db/screens/screens.ts';
import { invited, mailsTo, person, withActiveSage } from '../support/fixtures/council.ts';
import { pageOf } from '../support/people/page.ts';
import { ask } from '../support/people/roles.ts';
import { browserOf } from '../support/people/sage-pages.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const page = '/screens/invite/list';
const invite = /^Invite /;
const start = 10;

/** What the page of a list shows: the rows to correct, with their fields, and those that are right. */
function rowsIn(shown: string) {
    const list = pageOf(shown);
    const fieldOf = (column: string, n: number) => list.field(`${column} in row ${n}`);
    const wrong: string[] = [];
    for (let n = 1; fieldOf('Name', n); n += 1)
        wrong.push(`${fieldOf('Name', n)?.value.replace('\r', '')}, ${fieldOf('Email', n)?.value}`);
    const right = list.rows('Candidates of the list').slice(wrong.length);
    return { wrong, right: right.map(({ Name, Email }) => `${Name}, ${Email}`) };
}

async function prepared(t: ExecutionContext, credits = start) {
    const testApp = await createTestApp(t, { credits });
    const fixtures = await withActiveSage(testApp);
    const { client: author, browser } = await browserOf(testApp, 'author');
    const show = async (list: string | Blob) => {
        const given = typeof list === 'string' ? { list, file: new Blob([]) } : { list: '', file: list };
        return (await browser.upload(page, { sage_id: String(fixtures.sage.id), ...given })).body as string;
    };
    const confirm = async (shown: string, typed = {}) =>
        (await browser.press(shown, invite, typed)).body as string;
    const send = (candidates: object[], more: object = {}) =>
        author.send('POST', '/screens/invitations', {
            sage_id: fixtures.sage.id,
            candidates,
            key: 'a-key-of-sixteen',
            ...more
        });
    const invitations = async () =>
        (await mailsTo(testApp)).flatMap((mail) => mail.split('screen_invitation ').slice(1));
    const balance = async () => (await account(testApp.store.read)).balance;
    return { testApp, ...fixtures, author, show, confirm, send, invitations, balance };
}

test('a list is shown with its price before it is sent, and is sent once despite repeated clicks', async (t) => {
    const { testApp, show, confirm, invitations, balance } = await prepared(t);
    const shown = await show('E-Mail;Phone;Name\r\na@example.test;1;"Ada <b>"\r\nb@example.test;2;Ben\r\n');
    t.truthy(pageOf(shown).button('Invite 2 people'));
    t.regex(pageOf(shown).text, /Ignored columns: Phone\..*Costs 2 of your 9 credits/);
    t.deepEqual(rowsIn(shown).right, ['Ada <b>, a@example.test', 'Ben, b@example.test']);
    t.deepEqual(await invitations(), []);
    for (const click of ['once', 'again'])
        t.regex(pageOf(await confirm(shown)).text, /2 candidates are invited/, click);
    t.deepEqual(await invitations(), ['a@example.test', 'b@example.test']);
    t.is(await balance(), start - 1 - 2);
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('without a mail server a list shows the link of each candidate, and that nothing was emailed', async (t) => {
    const { testApp, show, confirm, send } = await prepared(t);
    const shown = await show('name,email\nAda,a@example.test\nBen,b@example.test');
    const done = pageOf(await confirm(shown));
    t.regex(done.text, /Nothing was emailed/);
    const [ada = '', ben = ''] = ['Ada', 'Ben'].map((name) => done.field(name)?.value ?? '');
    t.is(
        done.field('All links as one text')?.value,
        `Ada <a@example.test>: ${ada}\nBen <b@example.test>: ${ben}`
    );
    const opened = await ask(testApp.server, { url: new URL(ada).pathname });
    t.is(opened.statusCode, 200);
    const { items } = await listAudit(testApp.store.read, { act: 'screen.show-link', limit: 9, offset: 0 });
    t.is(items.length, 2);
    const again = await send([{ name: 'Cem', email: 'c@example.test' }]);
    t.like(again.body.data, { invited: 1, mail: 'kept', links: [{ name: 'Cem', email: 'c@example.test' }] });
    Object.assign(testApp.app.secrets, { links: 'another secret, which made none of the links before' });
    const more = await send([
        { name: 'Cem', email: 'c@example.test' },
        { name: 'Dua', email: 'd@example.test' }
    ]);
    t.like(more.body.data, { invited: 1, links: [{ name: 'Dua' }] }, 'whose secret is gone is left out');
});

test('a wrong row is corrected in place, or left out, and the others stay as they are', async (t) => {
    const { show, confirm, invitations } = await prepared(t);
    const shown = await show(
        'name,email\nAda,a@example.test\n,b@example.test\nCem,<nowhere\n"Two\nlines",d@example.test\nEve,A@example.test\nFin,f@example.test,x'
    );
    const twin = 'The same address is in a row above. Left out.';
    t.deepEqual(rowsIn(shown), {
        wrong: [', b@example.test', 'Cem, <nowhere', 'Two\nlines, d@example.test', 'Fin, f@example.test'],
        right: ['Ada, a@example.test', `Eve, A@example.test ${twin}`]
    });
    t.regex(pageOf(shown).field('Name in row 4')?.error ?? '', /3 cells/);
    t.truthy(pageOf(shown).field('Email in row 2')?.error);
    const typed = { name_0: 'Bea', email_0: 'b@example.test', name_1: 'Cem', email_1: 'c@nowhere' };
    const rest = { name_2: 'Dan', email_2: 'd@example.test', name_3: 'Fin', email_3: '', skip_3: '1' };
    const again = await confirm(shown, { ...typed, ...rest });
    t.deepEqual(rowsIn(again), {
        wrong: ['Cem, c@nowhere'],
        right: ['Ada, a@example.test', 'Bea, b@example.test', 'Dan, d@example.test']
    });
    t.truthy(pageOf(again).button('Invite 4 people'));
    t.deepEqual(await invitations(), []);
    const last = await confirm(again, { name_0: 'Cem', email_0: ' A@example.test' });
    t.true(rowsIn(last).right.includes(`Cem, A@example.test ${twin}`), 'corrected into one of the list');
    await confirm(last);
    t.is((await invitations()).length, 3);
});

test('a list that cannot be read is refused in words, and what was pasted stays', async (t) => {
    const { show, invitations } = await prepared(t);
    const many = Array.from({ length: 501 }, (_, n) => `N,n${n}@example.test`).join('\n');
    for (const [list, reason] of [
        ['name,phone\nAda,1', /no column “email”/],
        ['name,email\n', /is empty/],
        ['\n', /is empty/],
        [`name,email\n${many}`, /up to 500/]
    ] as const) {
        const refused = pageOf(await show(list));
        t.regex(refused.alert() ?? '', reason);
        t.is(refused.field(/Paste/)?.value.replaceAll('\r', ''), list);
    }
    t.regex(pageOf(await show(new Blob([new Uint8Array([0xff, 0xfe, 0x41])]))).alert() ?? '', /UTF-8/);
    t.deepEqual(await invitations(), []);
});

test('a list without a header is read by its addresses, in any order and with any separator', async (t) => {
    const { show } = await prepared(t);
    const shown = await show(
        'Tom Berg, tom@example.test\nZoë; zoe@example.test\nkofi@example.test\tKofi Mensah\nLena Vogel <lena@example.test>\nMax,Moe,0170 1,max@example.test,Bonn'
    );
    t.deepEqual(rowsIn(shown).right, [
        'Tom Berg, tom@example.test',
        'Zoë, zoe@example.test',
        'Kofi Mensah, kofi@example.test',
        'Lena Vogel, lena@example.test',
        'Max Moe, max@example.test'
    ]);
    const two = rowsIn(await show('Ada\nBea <b>, bea@example.test'));
    t.deepEqual(two, { wrong: ['Ada, '], right: ['Bea <b>, bea@example.test'] });
    const file = await show(new Blob(['\uFEFFname\temail\nAda\ta@example.test']));
    t.deepEqual(rowsIn(file).right, ['Ada, a@example.test'], 'with the byte order mark of spreadsheets');
});

test('the longest list of wrong rows is shown and answered as quickly as any other', async (t) => {
    const { show, confirm } = await prepared(t, 600);
    const wrong = Array.from({ length: 500 }, (_, n) => `Candidate ${n}, c${n}@wrong`);
    const shown = await show(wrong.join('\n'));
    const right = wrong.flatMap((_, n) => [
        [`name_${n}`, `Candidate ${n}`],
        [`email_${n}`, `c${n}@example.test`]
    ]);
    const done = await confirm(shown, Object.fromEntries(right));
    t.regex(pageOf(done).text, /500 candidates are invited/);
});

test('a candidate who was already invited is marked and skipped, unless the user includes them', async (t) => {
    const fixtures = await prepared(t);
    const { testApp, show, confirm, invitations } = fixtures;
    await invited(testApp, fixtures, 1);
    const { email } = person(1);
    const list = `name,email\nOne,${email.toUpperCase()}\nTwo,two@example.test`;
    const shown = await show(list);
    const marked = rowsIn(shown).right.map((row) => row.includes('Already invited'));
    t.deepEqual(marked, [true, false]);
    t.truthy(pageOf(shown).button('Invite 1 person'));
    await confirm(shown);
    t.is((await invitations()).length, 2);
    await confirm(await show(list));
    t.is((await invitations()).length, 2, 'everyone was invited before');
    await confirm(await show(list), { again: '1' });
    t.is((await invitations()).length, 4);
});

test('a list that costs more than the balance invites no one and shows the missing credits', async (t) => {
    const { show, confirm, send, invitations, balance } = await prepared(t, 3);
    const people = [1, 2, 3].map(person);
    t.is((await send(people)).statusCode, 402);
    const shown = await show(`name,email\n${people.map(({ name, email }) => `${name},${email}`).join('\n')}`);
    t.regex(pageOf(shown).text, /Not enough credits: 3 needed, 2 available/);
    await confirm(shown);
    t.deepEqual(await invitations(), []);
    t.is(await balance(), 2);
});

test('a confirmed list that is refused is shown again unchanged', async (t) => {
    const { show, confirm, toggle, invitations } = await prepared(t);
    const shown = await show('name,email\nAda,a@example.test');
    await toggle();
    t.truthy(pageOf(await confirm(shown)).alert());
    t.deepEqual(await invitations(), []);
});

test('a list sent four times at the same time creates one screen, email and price per candidate', async (t) => {
    const { send, invitations, balance } = await prepared(t);
    const people = [1, 2, 3].map(person);
    for (const { statusCode, body } of await Promise.all([1, 2, 3, 4].map(() => send(people))))
        t.deepEqual([statusCode, body.data.invited], [201, 3]);
    t.is((await invitations()).length, 3);
    t.is(await balance(), start - 1 - 3);
});

test('a list sent again with more people invites only the new ones', async (t) => {
    const { testApp, send, invitations, balance } = await prepared(t);
    const counts = async (...numbers: number[]) => {
        const { invited, left_out } = (await send(numbers.map(person))).body.data;
        return [invited, left_out];
    };
    t.deepEqual(await counts(1), [1, 0]);
    t.deepEqual(await counts(1, 2, 3), [2, 1]);
    t.deepEqual(await counts(1, 2, 3), [3, 0], 'nobody is left: what the list has invited in all');
    t.is((await invitations()).length, 3);
    t.is(await balance(), start - 1 - 3);
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('the route refuses lists with duplicates, no people, too many people or no key', async (t) => {
    const { send, testApp } = await prepared(t);
    const twice = await send([person(1), { name: 'Again', email: person(1).email.toUpperCase() }]);
    t.is(twice.statusCode, 400);
    t.is(twice.headers['x-svc-field'], 'candidates.1');
    const many = Array.from({ length: 501 }, (_, n) => person(n));
    for (const [people, more, status] of [
        [[], {}, 400],
        [many, {}, 400],
        [[person(1)], { key: 'short' }, 400],
        [[person(1)], { key: undefined }, 400],
        [[person(1)], { sage_id: 999 }, 404]
    ] as const)
        t.is((await send([...people], more)).statusCode, status, JSON.stringify(more));
    const rows = await testApp.store.read.select({ kind: screens.kind }).from(screens);
    t.false(rows.some(({ kind }) => kind === 'real'));
});

test('a screen from a list is cancelled and refunded like any other', async (t) => {
    const { testApp, send, author, council, balance } = await prepared(t);
    await send([person(1)]);
    const [{ id }] = (await author.get('/screens?state=invited')).body.data.items;
    t.is((await council.send('POST', `/screens/${id}/cancel`, { reason: '' })).statusCode, 200);
    await testApp.drain();
    t.is(await balance(), start - 1);
});

// A list of candidates: shown with what is wrong in it, sent once and whole, or not at all.
import test, { type ExecutionContext } from 'ava';
import { account, auditCredits } from '../../db/accounts/credits.ts';
import { screens } from '../../db/screens/screens.ts';
import { invited, mailsTo, person, withActiveSage } from '../support/fixtures/council.ts';
import { hiddenFields, plainBrowser } from '../support/people/plain-browser.ts';
import { ask } from '../support/people/roles.ts';
import { createTestApp } from '../support/servers/test-app.ts';

const page = '/screens/invite/list';

/** What a row of the list shows: the values of its fields, or its cells. */
const rowsIn = (shown: string) =>
    Array.from(shown.matchAll(/<tr><td >(.*?)<\/td><td >(.*?)<\/td><\/tr>/gs), ([, name = '', email = '']) =>
        [name, email].map((cell) => (/value="([^"]*)"/.exec(cell)?.[1] ?? cell).replace('\r', ''))
    );

async function prepared(t: ExecutionContext, credits = 10) {
    const testApp = await createTestApp(t, { credits });
    const fixtures = await withActiveSage(testApp);
    const author = await testApp.as('author');
    const browser = plainBrowser(testApp, { svc_session: author.cookie });
    const show = async (list: string | Blob) => {
        const given = typeof list === 'string' ? { list, file: new Blob([]) } : { list: '', file: list };
        return (await browser.upload(page, { sage_id: String(fixtures.sage.id), ...given })).body as string;
    };
    const confirm = async (shown: string, more = {}) => {
        const fields = hiddenFields(shown, '/screens/invitations');
        const decoded = Object.entries(fields).map(([name, value]) => [
            name,
            value.replaceAll('&quot;', '"')
        ]);
        return (
            await browser.submit('/rest/svc/v1/screens/invitations', {
                ...Object.fromEntries(decoded),
                ...more
            })
        ).body as string;
    };
    const send = (candidates: object[], more: object = {}) =>
        author.send('POST', '/screens/invitations', {
            sage_id: fixtures.sage.id,
            candidates,
            key: 'a-key-of-sixteen',
            ...more
        });
    const invitations = async () =>
        (await mailsTo(testApp)).filter((mail) => mail.startsWith('screen_invitation'));
    return { testApp, ...fixtures, author, browser, show, confirm, send, invitations };
}

test('a list is shown with its price before it is sent, and is sent once despite repeated clicks', async (t) => {
    const { testApp, show, confirm, invitations } = await prepared(t);
    const shown = await show('E-Mail;Phone;Name\r\na@example.test;1;"Ada <b>"\r\nb@example.test;2;Ben\r\n');
    t.regex(shown, />Invite 2 people</);
    t.regex(shown, /Costs 2 of your 9 credits/);
    t.true(shown.includes('Ada &lt;b&gt;') && shown.includes('Ignored columns: Phone.'));
    t.deepEqual(await invitations(), []);
    t.regex(await confirm(shown), /2 candidates are invited\./);
    t.regex(await confirm(shown), /2 candidates are invited\./, 'the same list once more');
    t.deepEqual(await invitations(), [
        'screen_invitation a@example.test',
        'screen_invitation b@example.test'
    ]);
    t.is((await account(testApp.store.read)).balance, 10 - 1 - 2);
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('a wrong row is corrected in place, or left out, and the others stay as they are', async (t) => {
    const { show, confirm, invitations } = await prepared(t);
    const shown = await show(
        'name,email\nAda,a@example.test\n,b@example.test\nCem,<nowhere\n"Two\nlines",d@example.test\nEve,A@example.test\nFin,f@example.test,x'
    );
    t.deepEqual(rowsIn(shown), [
        ['', 'b@example.test'],
        ['Cem', '&lt;nowhere'],
        ['Two\nlines', 'd@example.test'],
        ['Fin', 'f@example.test'],
        ['Ada', 'a@example.test'],
        ['Eve', 'A@example.test<br /><small>The same address is in a row above. Left out.</small>']
    ]);
    t.regex(shown, /4 rows need a correction/);
    t.regex(shown, /This row has 3 cells, but the header has 2/);
    t.regex(shown, /id="email_1-note">Enter a valid email address/);
    const typed = { name_0: 'Bea', email_0: 'b@example.test', name_1: 'Cem', email_1: 'c@nowhere' };
    const rest = { name_2: 'Dan', email_2: 'd@example.test', name_3: 'Fin', email_3: '', skip_3: '1' };
    const again = await confirm(shown, { ...typed, ...rest });
    t.regex(again, /1 row needs a correction/);
    t.deepEqual(rowsIn(again), [
        ['Cem', 'c@nowhere'],
        ['Ada', 'a@example.test'],
        ['Bea', 'b@example.test'],
        ['Dan', 'd@example.test']
    ]);
    t.regex(again, />Invite 4 people</);
    t.deepEqual(await invitations(), []);
    const last = await confirm(again, { name_0: 'Cem', email_0: ' A@example.test' });
    t.regex(last, /The same address is in a row above/, 'corrected into an address of the list');
    t.regex(await confirm(last), /3 candidates are invited/);
    t.is((await invitations()).length, 3);
});

test('a list that cannot be read is refused in words, and what was pasted stays', async (t) => {
    const { show, invitations } = await prepared(t);
    t.regex(await show('name,phone\nAda,1'), /The header row has no column “email”/);
    t.regex(await show('name,email\n'), /The list is empty/);
    t.regex(await show('\n'), /The list is empty/);
    t.regex(await show('name,email\n"Ada,a@example.test'), /We could not read the table: line/);
    const many = Array.from({ length: 501 }, (_, n) => `N,n${n}@example.test`).join('\n');
    const refused = await show(`name,email\n${many}`);
    t.regex(refused, /up to 500 candidates\.</);
    t.true(refused.includes('N,n500@example.test</textarea>'));
    t.deepEqual(await invitations(), []);
});

test('a list without a header is read by its addresses, in any order and with any separator', async (t) => {
    const { show } = await prepared(t);
    const shown = await show(
        'Tom Berg, tom@example.test\nZoë; zoe@example.test\nkofi@example.test\tKofi Mensah\nLena Vogel <lena@example.test>\nMax,Moe,0170 1,max@example.test,Bonn'
    );
    t.deepEqual(rowsIn(shown), [
        ['Tom Berg', 'tom@example.test'],
        ['Zoë', 'zoe@example.test'],
        ['Kofi Mensah', 'kofi@example.test'],
        ['Lena Vogel', 'lena@example.test'],
        ['Max Moe', 'max@example.test']
    ]);
    t.deepEqual(rowsIn(await show('Ada\nBea <b>, bea@example.test')), [
        ['Ada', ''],
        ['Bea &lt;b&gt;', 'bea@example.test']
    ]);
});

test('the longest list of wrong rows is shown and answered as quickly as any other', async (t) => {
    const { show, confirm } = await prepared(t, 600);
    const wrong = Array.from({ length: 500 }, (_, n) => `Candidate ${n}, c${n}@wrong`);
    const shown = await show(wrong.join('\n'));
    t.regex(shown, /500 rows need a correction/);
    const fields = wrong.flatMap((_, n) => [
        [`name_${n}`, `Candidate ${n}`],
        [`email_${n}`, `c${n}@example.test`]
    ]);
    t.regex(await confirm(shown, Object.fromEntries(fields)), /500 candidates are invited/);
});

test('a file is read like a pasted table, with the byte order mark of spreadsheets', async (t) => {
    const { show } = await prepared(t);
    t.regex(await show(new Blob(['\uFEFFname\temail\nAda\ta@example.test'])), />Invite 1 person</);
    t.regex(await show(new Blob([new Uint8Array([0xff, 0xfe, 0x41])])), /not in UTF-8/);
});

test('a candidate who was already invited is marked and skipped, unless the user includes them', async (t) => {
    const fixtures = await prepared(t);
    const { testApp, show, confirm, invitations } = fixtures;
    await invited(testApp, fixtures, 1);
    const { email } = person(1);
    const list = `name,email\nOne,${email.toUpperCase()}\nTwo,two@example.test`;
    const shown = await show(list);
    t.is(shown.split('>Already invited. Left out unless you tick').length - 1, 1);
    t.regex(shown, />Invite 1 person</);
    t.regex(await confirm(shown), /1 candidate is invited/);
    t.is((await invitations()).length, 2);
    t.regex(await confirm(await show(list)), /Everyone on this list was already invited/);
    t.regex(await confirm(await show(list), { again: '1' }), /2 candidates are invited/);
    t.is((await invitations()).length, 4);
});

test('a list that costs more than the balance invites no one and shows the missing credits', async (t) => {
    const { testApp, show, send, invitations } = await prepared(t, 3);
    const people = [1, 2, 3].map(person);
    const refused = await send(people);
    t.is(refused.statusCode, 402);
    t.regex(refused.body.data.message, /Not enough credits: 3 needed, 2 available/);
    const shown = await show(`name,email\n${people.map(({ name, email }) => `${name},${email}`).join('\n')}`);
    t.regex(shown, /Not enough credits: 1 more needed/);
    t.false(shown.includes('>Invite 3 people<'));
    t.deepEqual(await invitations(), []);
    t.is((await account(testApp.store.read)).balance, 2);
});

test('a confirmed list that is refused is shown again unchanged', async (t) => {
    const { show, confirm, toggle } = await prepared(t);
    const shown = await show('name,email\nAda,a@example.test');
    await toggle();
    const refused = await confirm(shown);
    t.regex(refused, /Sage|sage/);
    t.false(refused.includes('is invited'));
});

test('a list sent four times at the same time creates one screen, email and price per candidate', async (t) => {
    const { testApp, send, invitations } = await prepared(t);
    const people = [1, 2, 3].map(person);
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(people)));
    t.deepEqual(
        answers.map(({ statusCode, body }) => [statusCode, body.data.invited]),
        answers.map(() => [201, 3])
    );
    t.is((await invitations()).length, 3);
    t.is((await account(testApp.store.read)).balance, 10 - 1 - 3);
});

test('a list sent again with more people invites only the new ones', async (t) => {
    const { testApp, send, invitations } = await prepared(t);
    const counts = async (...numbers: number[]) => {
        const { invited, left_out } = (await send(numbers.map(person))).body.data;
        return [invited, left_out];
    };
    t.deepEqual(await counts(1), [1, 0]);
    t.deepEqual(await counts(1, 2, 3), [2, 1]);
    t.deepEqual(await counts(1, 2, 3), [3, 0], 'nobody is left: what the list has invited in all');
    t.is((await invitations()).length, 3);
    t.is((await account(testApp.store.read)).balance, 10 - 1 - 3);
    t.deepEqual(await auditCredits(testApp.store.read), []);
});

test('the route refuses lists with duplicates, no people, too many people or no key', async (t) => {
    const { send, author, testApp, sage } = await prepared(t);
    const twice = await send([person(1), { name: 'Again', email: person(1).email.toUpperCase() }]);
    t.is(twice.statusCode, 400);
    t.is(twice.headers['x-svc-field'], 'candidates.1');
    t.is((await send([])).statusCode, 400);
    t.is((await send(Array.from({ length: 501 }, (_, n) => person(n)))).statusCode, 400);
    t.is((await send([person(1)], { key: 'short' })).statusCode, 400);
    t.is((await send([person(1)], { sage_id: 999 })).statusCode, 404);
    const rows = await testApp.store.read.select({ kind: screens.kind }).from(screens);
    t.false(rows.some(({ kind }) => kind === 'real'));
    const rep = await testApp.as('salesRep');
    t.is((await ask(testApp.server, { url: page, headers: rep.headers })).statusCode, 403);
    t.is((await author.send('POST', '/screens/invitations', { sage_id: sage.id })).statusCode, 400);
});

test('a screen from a list opens by its link, and is cancelled and refunded like any other', async (t) => {
    const { testApp, send, author, council } = await prepared(t);
    await send([person(1)]);
    const { items } = (await author.get('/screens?state=invited')).body.data;
    const [{ id }] = items;
    t.is((await council.send('POST', `/screens/${id}/cancel`, { reason: '' })).statusCode, 200);
    await testApp.drain();
    t.is((await account(testApp.store.read)).balance, 9);
});

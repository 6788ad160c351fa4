// Which emails the sales side sends, and to which people: as they arrive at a real mail server.
import test, { type ExecutionContext } from 'ava';
import PostalMime from 'postal-mime';
import { disableUser } from '../../db/accounts/locking-out.ts';
import { openMailServer } from '../doubles/mail-server.ts';
import { customerAt, salesFixtures, sellerMove } from '../support/fixtures/sales.ts';

async function withPost(t: ExecutionContext, env: Record<string, string> = {}) {
    const post = await openMailServer();
    t.teardown(post.close);
    const fixtures = await salesFixtures(t, { ...post.env, ...env });
    const { testApp } = fixtures;
    /** What arrived since it was asked last, in order of addresses. */
    const arrived = async () => {
        await testApp.drain();
        const letters = await Promise.all(post.mails.splice(0).map((raw) => PostalMime.parse(raw)));
        return letters
            .map(({ to, subject, text, html, cc, bcc }) => ({
                to: (to ?? []).map(({ address }) => address).join(),
                subject,
                text: (text ?? '').trim().replaceAll('\r\n', '\n'),
                html: html ?? '',
                others: [...(cc ?? []), ...(bcc ?? [])].length
            }))
            .toSorted((a, b) => a.to.localeCompare(b.to));
    };
    return { testApp, fixtures, arrived };
}

const read = ({ to, subject, text }: { to: string; subject: string | undefined; text: string }) => ({
    to,
    subject,
    text
});

/** The text of a mail to a colleague about a deal. */
const toStaff = (id: number, says: string, name = 'salesRep') =>
    `Hello ${name},\n\n${says}\n\nhttp://localhost:3000/deals/${id}\n\nSage Council at localhost`;

test('a submitted deal sends an email for approval to every sales administrator only', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t);
    await testApp.as('support');
    const { id } = await fixtures.dealIn('ss_pending_approval');
    t.deepEqual(
        (await arrived()).map(read),
        ['administrator', 'salesAdmin'].map((name) => ({
            to: `${name}@example.test`,
            subject: 'Deal to approve: Customer 1',
            text: toStaff(id, `Deal ${id} with Customer 1 is waiting for your approval.`, name)
        }))
    );
});

test('a disabled administrator gets no email', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t);
    const id = await fixtures.make();
    await testApp.store.write((tx) =>
        disableUser(tx, 'salesAdmin', { by: { name: 'cli' }, at: testApp.now() })
    );
    await sellerMove(fixtures.rep, 'submit', id);
    t.deepEqual(
        (await arrived()).map(({ to }) => to),
        ['administrator@example.test']
    );
});

test('the rep gets an email when a deal is approved', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    await arrived();
    await sellerMove(fixtures.boss, 'approve', id);
    t.deepEqual((await arrived()).map(read), [
        {
            to: 'salesRep@example.test',
            subject: 'Deal approved: Customer 1',
            text: toStaff(
                id,
                `Your deal ${id} with Customer 1 is approved. You can now send the offer to the customer.`
            )
        }
    ]);
});

test('the rep gets an email when a deal is sent back, with the reason if there is one', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const { id } = await fixtures.dealIn('ss_pending_approval');
    await arrived();
    await sellerMove(fixtures.boss, 'reject', id, 'The margin is too small');
    const text = `Your deal ${id} with Customer 1 was not approved. Edit the draft, then submit it again.`;
    const [letter, ...more] = await arrived();
    t.like(letter, {
        to: 'salesRep@example.test',
        subject: 'Deal sent back: Customer 1',
        text: toStaff(id, `${text}\n\nReason: The margin is too small`)
    });
    t.deepEqual(more, []);
    await sellerMove(fixtures.rep, 'submit', id);
    await arrived();
    await sellerMove(fixtures.boss, 'reject', id);
    t.is((await arrived())[0]?.text, toStaff(id, text));
});

test('the customer gets the offer with the link from BASE_URL, and nothing of what it earns', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t, {
        BASE_URL: 'http://council.example.test:8080'
    });
    const { id } = await fixtures.dealIn('ss_approved');
    await arrived();
    const sent = await testApp.server.inject({
        method: 'POST',
        url: `/rest/svc/v1/deals/${id}/send`,
        headers: {
            ...fixtures.rep.headers,
            'x-svc-nonce': fixtures.rep.nonces()['svc_rest'] ?? '',
            'content-type': 'application/json',
            host: 'evil.example',
            'x-forwarded-host': 'evil.example'
        },
        payload: '{}'
    });
    const { link } = (JSON.parse(sent.payload) as { data: { link: string } }).data;
    t.regex(link, /^http:\/\/council\.example\.test:8080\/deal\/[\w-]{43}$/);
    const [letter, ...more] = await arrived();
    t.deepEqual(more, []);
    t.like(letter, {
        to: 'sam@example.test',
        subject: 'Your offer: Customer 1',
        text: [
            'Hello Contact 1,',
            'We have prepared an offer for Customer 1. Read it here and accept or decline it:',
            link,
            'This link is personal. Please do not forward it. If you did not expect this email, you can ignore it.',
            'council.example.test'
        ].join('\n\n')
    });
    t.true(letter?.html.includes(`href="${link}"`));
    t.notRegex(`${letter?.html}`, /evil|1375|1187|salesRep/);
    t.is((await customerAt(testApp, new URL(link).pathname).page()).statusCode, 200);
});

test('the sales administrators get the email about a reply when the rep has left', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t);
    const { path } = await fixtures.dealIn('ss_customer_sent');
    await arrived();
    await testApp.store.write((tx) =>
        disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() })
    );
    await customerAt(testApp, path).post('accept');
    const letters = await arrived();
    t.deepEqual(
        letters.map(({ to }) => to),
        ['administrator@example.test', 'salesAdmin@example.test']
    );
    for (const { text } of letters) t.regex(text, /They accepted\./);
});

const answers = [
    ['accept', '', 'They accepted.'],
    ['decline', '', 'They declined.'],
    ['decline', 'Too dear', 'They declined: Too dear.']
] as const;

for (const [answer, reason, words] of answers) {
    test(`the rep gets an email about the customer's reply: ${words}`, async (t) => {
        const { testApp, fixtures, arrived } = await withPost(t);
        const { id, path } = await fixtures.dealIn('ss_customer_sent');
        await arrived();
        await customerAt(testApp, path).post(answer, { reason });
        t.deepEqual((await arrived()).map(read), [
            {
                to: 'salesRep@example.test',
                subject: 'Reply to the offer: Customer 1',
                text: toStaff(id, `Customer 1 replied to the offer for deal ${id}. ${words}`)
            }
        ]);
    });
}

test('the rep gets an email when another user reopens their deal, and none for their own action', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const [theirs, own] = [await fixtures.dealIn('ss_approved'), await fixtures.dealIn('ss_approved')];
    await arrived();
    await sellerMove(fixtures.boss, 'reopen', theirs.id, 'The price was for a year.');
    await sellerMove(fixtures.rep, 'reopen', own.id, 'The price was for a year.');
    t.deepEqual((await arrived()).map(read), [
        {
            to: 'salesRep@example.test',
            subject: 'Deal reopened: Customer 1',
            text: toStaff(
                theirs.id,
                `Your deal ${theirs.id} with Customer 1 was reopened. Edit the draft, then submit it for approval.\n\nReason: The price was for a year.`
            )
        }
    ]);
});

test('recalling, closing, paying and losing a deal sends no email', async (t) => {
    const { fixtures, arrived } = await withPost(t);
    const pending = await fixtures.dealIn('ss_pending_approval');
    const sent = await fixtures.dealIn('ss_customer_sent');
    const accepted = await fixtures.dealIn('ss_customer_approved');
    await arrived();
    await sellerMove(fixtures.rep, 'recall', pending.id);
    await sellerMove(fixtures.rep, 'recall_from_customer', sent.id);
    await sellerMove(fixtures.rep, 'lose', sent.id);
    await sellerMove(fixtures.boss, 'close', accepted.id);
    await sellerMove(fixtures.boss, 'pay', accepted.id);
    t.deepEqual(await arrived(), []);
});

test('HTML of names and line breaks of reasons stay text, and add no recipient [46, 59]', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t);
    const name = 'Clinic <eve@example.test>, <script>alert(1)</script>';
    const { path } = await fixtures.dealIn('ss_customer_sent', { customer_name: name, contact_name: name });
    const letters = await arrived();
    await customerAt(testApp, path).post('decline', {
        reason: '<img src=x onerror=alert(1)>\r\nBcc: eve@x.test'
    });
    letters.push(...(await arrived()));
    t.deepEqual(
        letters.map(({ to }) => to),
        [
            'administrator@example.test',
            'salesAdmin@example.test',
            'salesRep@example.test',
            'sam@example.test',
            'salesRep@example.test'
        ]
    );
    for (const { others, html, subject } of letters) {
        t.is(others, 0, subject);
        t.notRegex(html, /<script|<img/i);
        t.regex(html, /&lt;(script|img)/);
    }
});

test('a deal of a rep who has left is approved, sent back and reopened without any email', async (t) => {
    const { testApp, fixtures, arrived } = await withPost(t);
    const one = await fixtures.dealIn('ss_pending_approval');
    const two = await fixtures.dealIn('ss_pending_approval');
    await arrived();
    await testApp.store.write((tx) =>
        disableUser(tx, 'salesRep', { by: { name: 'cli' }, at: testApp.now() })
    );
    t.is((await sellerMove(fixtures.boss, 'approve', one.id)).statusCode, 200);
    t.is((await sellerMove(fixtures.boss, 'reopen', one.id, 'No longer here')).statusCode, 200);
    t.is((await sellerMove(fixtures.boss, 'reject', two.id)).statusCode, 200);
    t.deepEqual(await arrived(), []);
});

// Staff read whether what they sent left this installation: without a mail server it is kept here.
import test, { type ExecutionContext } from 'ava';
import { person, withActiveSage } from '../support/fixtures/council.ts';
import { salesFixtures, sellerMove } from '../support/fixtures/sales.ts';
import { createTestApp } from '../support/servers/test-app.ts';

/** What staff read of the mails of an invitation, one made with its screen, a reminder and an offer. */
async function waysOf(t: ExecutionContext, env: Record<string, string>) {
    const testApp = await createTestApp(t, { env });
    const { council, sage } = await withActiveSage(testApp);
    const make = async (n: number, invite: boolean) =>
        (await council.send('POST', '/screens', { sage_id: sage.id, candidate: person(n), invite })).body
            .data;
    const draft = await make(1, false);
    t.is(draft.mail, undefined);
    const act = async (name: string) =>
        (await council.send('POST', `/screens/${draft.screen.id}/${name}`)).body.data.mail;
    const sales = await salesFixtures(t, env);
    const { id } = await sales.dealIn('ss_approved');
    const offer = (await sellerMove(sales.rep, 'send', id)).body.data.mail;
    return [await act('invite'), (await make(2, true)).mail, await act('remind'), offer];
}

test('without a mail server staff read that an invitation, a reminder and an offer are not sent', async (t) => {
    t.deepEqual(await waysOf(t, {}), ['kept', 'kept', 'kept', 'kept']);
});

test('with a mail server staff read that emails are queued', async (t) => {
    const ways = await waysOf(t, { SMTP_URL: 'smtp://127.0.0.1:9' });
    t.deepEqual(ways, ['queued', 'queued', 'queued', 'queued']);
});

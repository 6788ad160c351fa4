// Ten candidates wait; one reviewer reads, gives levels and decides, one after the other. What they do beside the levels is counted.
import assert from 'node:assert/strict';
import { administrator, until } from '../../support/servers/process.ts';
import { type Check, say } from '../checks.ts';
import { joinCouncil } from '../council.ts';
import type { Fixtures } from '../fixtures.ts';
import { type Hands, plays, titleOf, type Way } from './hands.ts';
import { logsIn } from './roles.ts';

const count = 10;
const most = 4;

export async function tenInARow(fixtures: Fixtures, check: Check, way: Way) {
    const title = `${titleOf(way)}${way.javaScriptEnabled ? ' by keys' : ''}`;
    const work = async (hands: Hands) => {
        const { page, click, see } = hands;
        await waiting(fixtures, way.people);
        await logsIn(hands, administrator.login, administrator.password);
        await click(page.getByRole('button', { name: `Review ${count} candidates` }));
        let besides = 0;
        for (let place = 1; place <= count; place += 1) besides += await reviewsOne(hands, place);
        await page.getByRole('heading', { name: 'No other candidate needs a review' }).waitFor();
        await see('done');
        say(`        ${besides / count} clicks or keys each beside the levels`);
        assert.ok(besides <= most * count, `${besides}`);
    };
    await check(`${title}: ${count} candidates reviewed in ${most} clicks each beside the levels`, () =>
        plays(fixtures, { ...way, people: `ten-${way.people}` }, work)
    );
}

/** Ten people have answered a sage that the council made over HTTP. */
async function waiting(fixtures: Fixtures, people: string) {
    const council = await joinCouncil(fixtures.url);
    await council.grant(40);
    assert.equal(await council.build(), 'completed');
    await council.skipTesting();
    await council.toggle();
    const visitor = await fixtures.visitor();
    const page = await visitor.newPage();
    let last = '';
    for (let place = 1; place <= count; place += 1) {
        const { id, link } = await council.invite(`Candidate${place}${people}`);
        await page.goto(link);
        await page.getByRole('checkbox').check();
        await page.getByRole('button', { name: 'Start' }).click();
        for (const question of [1, 2]) {
            await page.getByText(`question ${question} of 2`).first().waitFor();
            await page
                .getByRole('textbox')
                .fill(`In my answer ${place} I measured it and wrote down the options.`);
            await page.getByRole('button', { name: 'Save and continue' }).click();
        }
        await page.getByRole('button', { name: 'Submit my answers' }).click();
        await page.getByRole('heading', { name: 'Thank you' }).waitFor();
        last = id;
    }
    await visitor.close();
    await until('the last verdict', async () => (await council.screen(last)).status === 'ss_evaluated');
}

/** Returns how many clicks or keys it took that were no level. */
async function reviewsOne(hands: Hands, place: number) {
    const { page, how } = hands;
    await page
        .getByText(place === 1 ? /^1 of 10/ : new RegExp(`1 of ${count - place + 1}`))
        .first()
        .waitFor();
    const isByKeys = how.javaScriptEnabled;
    let besides = 0;
    const does = async (work: Promise<void>) => {
        besides += 1;
        await work;
    };
    for (const group of await page.getByRole('group', { name: 'Your level' }).all()) {
        const first = group.getByRole('radio').first();
        if (isByKeys) await first.focus();
        if (isByKeys) await page.keyboard.press('1');
        else await group.getByText('Strong', { exact: true }).first().click();
    }
    const saves = page.getByRole('button', { name: 'Save levels' });
    if (isByKeys) await does(page.keyboard.press('Enter'));
    else await does(saves.click());
    await page.locator('.decide').getByText('of 100').waitFor();
    await does(page.getByText('Advance', { exact: true }).click());
    await does(page.getByRole('button', { name: 'Save and next' }).click());
    await page.getByText(/: Advanced\./).waitFor();
    return besides;
}

// npm run test:browser [-- [journey|journeys|support|tour] [FOLDER] [--all]]: walks through real pages in a real browser. Without
// a name all of them but journey, which is the part of journeys that each change plays. The pictures are left in FOLDER, or in a
// temporary one.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/servers/process.ts';
import { accounts } from './accounts.ts';
import { consoleFrame } from './console.ts';
import { answering, otherWays, refusedForms, withdrawn } from './candidates.ts';
import { type Check, say, startChecks } from './checks.ts';
import { joinCouncil } from './council.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { customers } from './customers.ts';
import { demoRun } from './demo-run.ts';
import { drafts } from './drafts.ts';
import { journeys, oneJourney } from './journeys/index.ts';
import { supportStaff } from './journeys/support.ts';
import { intake } from './intake.ts';
import { publicForm } from './public-form.ts';
import { recaptchaPages } from './recaptcha.ts';
import { comparing, invitingLists } from './lists.ts';
import { reviewing } from './reviewers.ts';
import { sagePages } from './sages.ts';
import { setupPage } from './setup-page.ts';
import { openFixtures, type Fixtures } from './fixtures.ts';
import { office } from './office.ts';

async function tour(fixtures: Fixtures, check: Check) {
    await setupPage(fixtures, check);
    await sagePages(fixtures, check);
    await drafts(fixtures, check);
    const council = await joinCouncil(fixtures.url);

    await check('a sage is built, its testing is skipped, and it is turned on', async () => {
        assert.equal(await council.build(), 'completed');
        assert.equal((await council.skipTesting()).data.step_number, 6);
        assert.equal((await council.toggle()).data.new_status, 'ss_active');
    });
    await demoRun(fixtures, await council.demoUrl(), check);

    const ada = await council.invite('Ada');
    const ben = await council.invite('Ben');
    await answering(fixtures, ada, check);
    await refusedForms(fixtures, ben, check);
    await otherWays(fixtures, ben, check);

    await until('the verdict', async () => (await council.screen(ada.id)).status === 'ss_evaluated');
    await council.toggle();
    await withdrawn(fixtures, ben, check);
    await reviewing(fixtures, council, ada, check);
    await comparing(fixtures, council, check);
    await council.toggle();
    await invitingLists(fixtures, check);

    await customers(fixtures, check);
    await office(fixtures, check);
    await intake(fixtures, check);
    await publicForm(fixtures, check);
    await accounts(fixtures, check);
    await consoleFrame(fixtures, check);
    await recaptchaPages(fixtures, check);
}

const walks = { tour, journeys, support: supportStaff };
const known = { ...walks, journey: oneJourney };
const words = process.argv.slice(2).filter((word) => word !== '--all');
const folder = words.find((word) => !(word in known));
const named = Object.entries(known).filter(([name]) => words.includes(name));
const pictures = folder ?? mkdtempSync(join(tmpdir(), 'sage-council-pictures-'));
mkdirSync(pictures, { recursive: true });
const { check, summary } = startChecks();
for (const [title, walk] of named.length > 0 ? named : Object.entries(walks)) {
    const fixtures = await openFixtures(pictures); // each begins with an empty installation
    await check(`the ${title} comes to its end`, () => walk(fixtures, check));
    await fixtures.close();
}
say(`\nContact sheet: ${writeContactSheet(pictures)}`);
const { passed, failed } = summary();
say(`\nPictures: ${pictures}\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

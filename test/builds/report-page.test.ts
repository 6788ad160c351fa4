// GET /sages/{id}/builds/{run_id}: the report card of a build as a page.
import test, { type ExecutionContext } from 'ava';
import { freezeArtifact } from '../../db/council/steps.ts';
import type { Training } from '../../db/builds/reports.ts';
import { listMails, type MailRow } from '../../db/jobs/mails.ts';
import { mailText } from '../../jobs/mail/text.ts';
import { type Client, ask } from '../support/people/roles.ts';
import { answers, changeArtifact, judgeAtKappa, judgeThat, withJudge } from '../support/fixtures/licence.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const open = ({ server }: TestApp, path: string, { headers }: Pick<Client, 'headers'>) =>
    ask(server, { url: path, headers: { cookie: headers.cookie } });

async function started(testApp: TestApp, sage: object) {
    const author = await testApp.as('author');
    const { id } = (await author.send('POST', '/sages', sage)).body.data.sage;
    const { run_id } = (await author.action('svc_start_full_sage_build', { sage_id: id })).body;
    const path = `/sages/${id}/builds/${run_id}`;
    return { author, path, show: () => open(testApp, path, author) };
}

async function built(testApp: TestApp, sage: object) {
    const build = await started(testApp, sage);
    await testApp.drain();
    const { body } = await build.show();
    return { ...build, body: String(body) };
}

/** Each text is after the one before it. A text as short as a number may be elsewhere too. */
function assertInOrder(t: ExecutionContext, body: string, texts: readonly string[]) {
    let from = 0;
    for (const text of texts) {
        const place = body.indexOf(text, from);
        t.true(place >= 0, `missing, or not behind the text before it: ${text}`);
        from = place + text.length;
    }
}

test('a visitor is sent to login and back; a user who cannot read the JSON gets the same refusal', async (t) => {
    const testApp = await createTestApp(t, { env: { SAGE_ACCESS: 'owner' } });
    const { author, path } = await started(testApp, engineer);
    const answer = await ask(testApp.server, { url: path });
    t.is(answer.statusCode, 303);
    t.is(answer.headers['location'], `/login?next=${path}`);
    t.is((await open(testApp, path, await testApp.as('salesRep'))).statusCode, 403);
    t.is((await open(testApp, path, await testApp.as('otherAuthor'))).statusCode, 404);
    t.is((await open(testApp, path, await testApp.as('councilAdmin'))).statusCode, 200);
    const { path: other } = await started(testApp, engineer);
    const mixed = other.replace(/run_\w+/, path.split('/').at(-1) ?? '');
    for (const nowhere of ['/sages/1/builds/run_1', '/sages/x/builds/run_1', '/sages/999/builds/y', mixed]) {
        const { statusCode, headers } = await open(testApp, nowhere, author);
        t.is(statusCode, 404, nowhere);
        t.regex(String(headers['content-type']), /^text\/html/);
    }
});

test('the build report shows recommendations first, then result, steps and other formats', async (t) => {
    const { body, path } = await built(await createTestApp(t), engineer);
    assertInOrder(t, body, [
        'Build report: Backend engineer',
        'Highlights only.',
        'All required checks passed.',
        '1. Starting',
        '1 of 1 cases ran',
        'Required: ',
        '4. Test Shu',
        '8. Enlightenment',
        'No examples were added to the prompt.',
        `href="/rest/svc/v1${path}/report"`,
        `href="/rest/svc/v1${path}/report.xml"`
    ]);
    t.notRegex(body, /What failed|proved|fair|kappa/i);
    t.notRegex(body, / style=|<script(?! type="module" src="\/public\/)|<circle/);
});

test('the page of a running build shows its progress, and reloads until it ends', async (t) => {
    const testApp = await createTestApp(t);
    const { show } = await started(testApp, engineer);
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const running = await show();
    t.regex(
        running.body,
        /<div id="card" data-hx-get="\/sages\/\d+\/builds\/run_\w+" data-hx-trigger="every 5s"/
    );
    t.true(running.body.includes('<noscript><meta http-equiv="refresh"'));
    t.true(running.body.includes('Step 4 of 8. You can leave this page.'));
    t.is(running.body.split('Not started</span>').length - 1, 5);
    await testApp.drain();
    t.notRegex((await show()).body, /data-hx-get|http-equiv="refresh"|htmx/);
});

test('a failed case shows expected, actual, reason and remedy as text, never as markup', async (t) => {
    const testApp = await createTestApp(t);
    const [criterion] = motivation.criteria;
    const hostile = '<script>alert(1)</script>';
    const { body } = await built(testApp, {
        ...motivation,
        name: `Motivation ${hostile}`,
        criteria: [{ ...criterion, indicators: [...(criterion?.indicators ?? []), `likes ${hostile}`] }]
    });
    assertInOrder(t, body, [
        'The build stopped at step ',
        'A required check failed.',
        'What failed</h2>',
        'An answer gained without content, in question 1 (motivation)',
        '<blockquote>',
        '<dt>Expected</dt>',
        '<dt>Got</dt>',
        'Failed</span>',
        'Not run</span>'
    ]);
    t.true(body.includes('&lt;script&gt;alert(1)'));
    t.notRegex(body, /<script(?! type="module" src="\/public\/)/);
});

test('a gate that has no cases is among what was missed', async (t) => {
    const [debugging] = engineer.criteria;
    const thin = { ...engineer, criteria: [{ ...debugging, indicators: ['hypothesis'] }] };
    const { body } = await built(await createTestApp(t), thin);
    t.regex(body, /What failed<\/h2>\s*<article[^>]*><h3>There are too few phrases, in question 1/);
});

test('what was missed links to the very field of the editor that mends it', async (t) => {
    const [debugging, teamwork] = engineer.criteria;
    const testApp = await createTestApp(t);
    const criteria = [debugging, { ...teamwork, indicators: ['hypothesis'] }];
    const { body, author, path } = await built(testApp, { ...engineer, criteria });
    const link = /href="(\/sages\/\d+\/criteria)#(c1_indicators)"[^>]*>Add phrases/.exec(body);
    t.truthy(link, 'the second card is meant');
    t.regex((await open(testApp, link?.[1] ?? '', author)).body, new RegExp(`id="${link?.[2]}"`));
    const sage = path.replace(/\/builds.*/, '');
    t.true(String((await open(testApp, `${sage}/build`, author)).body).includes('#c1_indicators'));
});

test('the report states the agreement in its first paragraph and shows it for each level', async (t) => {
    const { label, check, show } = await judged(t);
    await label(answers(60));
    await check(judgeThat((_text, level) => level));
    const page = await show();
    const [, share] =
        /The evaluator gave the same level as your reviewers for (\d+)% of the labels\./.exec(page) ?? [];
    t.is(share, '100');
    t.true(page.indexOf('gave the same level as your reviewers') < page.indexOf('The eight steps'));
    const pictures = Array.from(page.matchAll(/<svg.*?<\/svg>/gs), ([picture]) => picture);
    t.is(pictures.length, 2);
    for (const picture of pictures) {
        assertWellFormed(t, picture);
        t.notRegex(picture, / style=|NaN|undefined/);
    }
    const said = Array.from(page.matchAll(/Reviewers: (\w+)<\/dt>\s*<dd>(.*?)<\/dd>/gs), ([, level, words]) =>
        Number(new RegExp(`evaluator: ${level} (\\d+) times`).exec(words ?? '')?.[1])
    );
    t.is(
        said.reduce((sum, count) => sum + count, 0),
        120
    );
});

test('words that the author confirmed are shown with the reason', async (t) => {
    const confirmed_words = [{ word: 'pregnant', reason: 'The work is with <b>them</b>.' }];
    const { body } = await built(await createTestApp(t), { ...engineer, confirmed_words });
    t.regex(
        body,
        /pregnant<\/dt>\s*<dd>The work is with &lt;b&gt;them&lt;\/b&gt;\. <small>\((?!a user who was removed)\S/
    );
    t.true(body.indexOf('<dt>pregnant') < body.search(/\d of \d+ checks passed/), 'first of all');
});

async function judged(t: ExecutionContext) {
    const testApp = await createTestApp(t);
    const fixtures = await withJudge(testApp);
    const path = `/sages/${fixtures.sage.id}/builds/${fixtures.runId}`;
    const show = async () => String((await open(testApp, path, fixtures.council)).body);
    return { testApp, ...fixtures, show };
}

test('the report counts labels until there are enough, then shows the agreement and its interval', async (t) => {
    const { testApp, label, check, show, sage, runId } = await judged(t);
    await label(answers(12));
    t.true((await show()).includes('Not decided yet: 12 of 60 answers have two labels.'));
    t.notRegex(await show(), /<svg/);
    await label(answers(60));
    const judge = judgeThat((_text, level) => level);
    await check(judge);
    t.regex(
        await show(),
        /<strong>Recommendations on\. On 60 .*1\.00 \(at least 0\.\d\d\)\. The reviewers agree/
    );
    await check(judge);
    await check(judgeThat(() => 'strong'));
    t.regex(await show(), /<strong>Recommendations off: The evaluator has changed: last night it gave/);
    const [mail] = (await listMails(testApp.store.read, { limit: 1, offset: 0 })).items;
    const addresses = { baseUrl: 'https://here', restPath: '/rest', links: '' };
    const page = `\nhttps://here/sages/${sage.id}/builds/${runId}\n`;
    t.true(mailText(mail as MailRow, addresses).text.includes(page));
    const queuedEarlier = { sageId: 7, sageName: 'Engineer', reason: 'Below.' };
    const { text } = mailText({ kind: 'licence_lost', about: queuedEarlier }, addresses);
    t.regex(text, /\/rest\/sages\/7\/agreement$/m);
});

test('the nightly checks are a valid picture with title, description and a table of its numbers', async (t) => {
    const { testApp, label, check, show, runId } = await judged(t);
    await label(answers(240));
    const screen = { verdict: { findings: [{ call: { model: 'small & <quick>' } }] } };
    await changeArtifact(testApp, runId, 'test_screen', () => screen);
    for (const kappa of [0.1, 0.2, 0.3]) {
        await check(judgeAtKappa(kappa, 'small & <quick>'));
        testApp.pass(24 * 60 * 60 * 1000);
        const page = await show();
        const picture = /<svg.*?<\/svg>/s.exec(page)?.[0] ?? '';
        assertWellFormed(t, picture);
        t.notRegex(picture, / style=|NaN|undefined/);
        t.is(picture.split('<circle').length, page.split('<tr>').length - 1, 'as many marks as rows');
    }
    const page = await show();
    t.regex(page, /<title id="nights-title">[^<]+<\/title>\s*<desc id="nights-words">Measurements: 3, /);
    t.true(page.includes('small &amp; &lt;quick&gt;'));
});

const token = /<(\/?)([a-z]+)((?:\s+[\w-]+="[^"<&]*")*)\s*(\/?)>|[^<&]+|&(?:amp|lt|gt|quot|#39);/giy;

/** Fails on what a reader of XML would refuse. */
function assertWellFormed(t: ExecutionContext, xml: string) {
    const unclosed: string[] = [];
    let read = 0;
    for (const [whole, closing, name = '', , empty] of xml.matchAll(token)) {
        read += whole.length;
        if (closing) t.is(unclosed.pop(), name);
        else if (name && !empty) unclosed.push(name);
    }
    t.is(read, xml.length, xml.slice(read, read + 80));
    t.true(xml.length > 0);
    t.deepEqual(unclosed, []);
}

test('the training shows held-out results before and after, and why it was not adopted', async (t) => {
    const { testApp, show, runId } = await judged(t);
    const training: Training = {
        applies: true,
        adopted: false,
        n: 14,
        before: 0.61,
        after: null,
        why: 'There was no time to try it.'
    };
    await testApp.store.write((tx) => freezeArtifact(tx, runId, 'training', training));
    const page = await show();
    assertInOrder(t, page, ['added to the prompt. There was no time', '14', '0.61', 'not measured']);
});

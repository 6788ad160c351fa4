// GET /sages/{id}/builds/{run_id}: the report card of a build as a page.
import test from 'ava';
import { type Client, ask } from '../support/people/roles.ts';
import { engineer, motivation } from '../support/fixtures/sages.ts';
import { pageOf } from '../support/people/page.ts';
import { startedBuild } from '../support/people/support-staff.ts';
import { createTestApp, type TestApp } from '../support/servers/test-app.ts';

const open = ({ server }: TestApp, path: string, { headers }: Pick<Client, 'headers'>) =>
    ask(server, { url: path, headers: { cookie: headers.cookie } });

async function started(testApp: TestApp, sage: object) {
    const { author, path } = await startedBuild(testApp, sage);
    return { author, path, show: () => open(testApp, path, author) };
}

async function built(testApp: TestApp, sage: object) {
    const build = await started(testApp, sage);
    await testApp.drain();
    const { body } = await build.show();
    return { ...build, body: String(body) };
}

test('a build that there is not, or that is of another sage, is a page that says so', async (t) => {
    const testApp = await createTestApp(t);
    const { author, path } = await started(testApp, engineer);
    const { path: other } = await started(testApp, engineer);
    const mixed = other.replace(/run_\w+/, path.split('/').at(-1) ?? '');
    for (const nowhere of ['/sages/1/builds/run_1', '/sages/x/builds/run_1', '/sages/999/builds/y', mixed]) {
        const { statusCode, headers } = await open(testApp, nowhere, author);
        t.is(statusCode, 404, nowhere);
        t.regex(String(headers['content-type']), /^text\/html/);
    }
});

/** Words of the program, which only engineers read. */
const hidden =
    /\b(?:builds?|gates?|stale|rubric|release|verdict|digest|SHA|Shu|Ha|Ri|fixtures?|step|[a-z]+_[a-z_]+)\b/i;

/** The text above the fold, without its markup. */
const beforeEvidence = (body: string) =>
    (/<main.*?(?=<details class="fold evidence")/s.exec(body)?.[0] ?? 'a step').replaceAll(
        /<blockquote>.*?<\/blockquote>|<[^>]+>/gs,
        ' '
    );

test('the report card shows what was tried without words of the program, and its evidence in a fold', async (t) => {
    const { body, path } = await built(await createTestApp(t), engineer);
    const report = `/rest/svc/v1${path}/report`;
    const page = pageOf(body);
    t.deepEqual(
        [page.heading(), page.headings().includes('What was checked')],
        ['Check of Backend engineer', true]
    );
    t.deepEqual([page.link('JSON'), page.link('JUnit XML')], [report, `${report}.xml`]);
    t.notRegex(body, /What failed|proved|fair|kappa/i);
    t.notRegex(beforeEvidence(body), hidden);
    t.notRegex(body, / style=|<script(?! type="module" src="\/public\/)/);
});

test('the page of a running build shows its progress, and reloads until it ends', async (t) => {
    const testApp = await createTestApp(t);
    const { show } = await started(testApp, engineer);
    for (let step = 1; step <= 3; step += 1) await testApp.runOne();
    const running = await show();
    t.regex(running.body, /<div id="card" data-hx-get="\/sages\/\d+\/builds\/run_\w+"/);
    t.true(running.body.includes('<noscript><meta http-equiv="refresh"'));
    t.regex(running.body, /Checking\. 38 % done/);
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
    const page = pageOf(body);
    t.is(page.headings()[1], 'Failed: an answer gained without content, in question 1 (motivation)');
    t.regex(page.text, /Expected.*Got.*npm run -s cli -- case run/s);
    t.truthy(page.link('Reword the phrases'));
    t.notRegex(beforeEvidence(body), hidden);
    t.true(body.includes('&lt;script&gt;alert(1)'));
    t.notRegex(body, /<script(?! type="module" src="\/public\/)/);
});

test('what was missed links to the very field of the editor that mends it', async (t) => {
    const [debugging, teamwork] = engineer.criteria;
    const testApp = await createTestApp(t);
    const criteria = [debugging, { ...teamwork, indicators: ['hypothesis'] }];
    const { body, author } = await built(testApp, { ...engineer, criteria });
    const link = /href="(\/sages\/\d+\/criteria)#(c1_indicators)"[^>]*>Add phrases/.exec(body);
    t.truthy(link, 'the second card is meant');
    t.regex((await open(testApp, link?.[1] ?? '', author)).body, new RegExp(`id="${link?.[2]}"`));
});

test('words that the author confirmed are shown with the reason', async (t) => {
    const confirmed_words = [{ word: 'pregnant', reason: 'The work is with <b>them</b>.' }];
    const { body } = await built(await createTestApp(t), { ...engineer, confirmed_words });
    t.regex(
        body,
        /pregnant<\/dt>\s*<dd>The work is with &lt;b&gt;them&lt;\/b&gt;\. <small>\((?!a user who was removed)\S/
    );
    t.true(body.indexOf('<dt>pregnant') < body.indexOf('What was checked'), 'above what was tried');
});

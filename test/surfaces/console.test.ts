// The frame of the pages for users who are logged in: navigation, theme, dialogs, messages, parts that refresh themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { sha256 } from '../../db/accounts/tokens.ts';
import { harmless } from '../../plugins/surfaces/pages/parts/harmless.ts';
import { plainBrowser } from '../support/people/plain-browser.ts';
import { browserOf, opened } from '../support/people/sage-pages.ts';

const root = join(import.meta.dirname, '../..');

const navigationIn = (page: string) => {
    const [, inside = ''] = /<nav class="rooms"[^>]*>(.*?)<\/nav>/s.exec(page) ?? [];
    return Array.from(inside.matchAll(/<span>([A-Z]\w+)<\/span><\/a>/g), ([, word]) => word ?? '');
};

test('the navigation shows pages that the user may open, and no others', async (t) => {
    const { testApp, browser } = await opened(t, 'reviewer');
    const { body } = await browser.get('/profile');
    t.true(navigationIn(body).includes('Candidates'));
    t.regex((await browser.get('/screens')).body, /href="\/screens" aria-current="page"/);
    const { browser: rep } = await browserOf(testApp, 'salesRep');
    t.false(navigationIn((await rep.get('/profile')).body).includes('Candidates'));
});

test('a user without permission sees the refusal in the frame, and a visitor sees no frame', async (t) => {
    const { testApp, browser } = await opened(t, 'salesRep');
    const refused = await browser.get('/screens');
    t.is(refused.statusCode, 403);
    t.true(refused.body.includes('class="console"') && refused.body.includes('You do not have permission'));
    t.is((await browser.get('/screens/1')).statusCode, 403);
    const stranger = plainBrowser(testApp);
    t.is((await stranger.get('/screens?page=2')).headers.location, '/login?next=/screens%3Fpage%3D2');
    t.false((await stranger.get('/nothing')).body.includes('class="console"'));
});

test('the theme is stored in a cookie, shown on every page, and returns to the same page', async (t) => {
    const { testApp, browser } = await opened(t, 'reviewer');
    t.false((await browser.get('/profile')).body.includes('data-theme'));
    const chosen = await browser.post('/theme', { theme: 'dark', back: '/screens?page=2' });
    t.is(chosen.statusCode, 303);
    t.is(chosen.headers.location, '/screens?page=2');
    t.regex((await browser.get('/screens')).body, /<html lang="en" data-theme="dark">/);
    const { svc_session: _, ...jar } = browser.jar;
    const visitor = plainBrowser(testApp, jar);
    for (const path of ['/', '/login', '/reset-password', '/verify/nothing'])
        t.regex((await visitor.get(path)).body, /<html lang="en" data-theme="dark">/, path);
    t.notRegex(
        (await visitor.get('/screen/nothing')).body,
        /data-theme/,
        'nor a page of people from outside'
    );
    t.regex((await browser.get('/screens')).body, /value="dark" aria-pressed="true"/);
    await browser.post('/theme', { theme: 'auto' });
    t.false((await browser.get('/profile')).body.includes('data-theme'));
    t.is((await browser.post('/theme', { theme: 'pink' })).statusCode, 400);
    const away = await browser.post('/theme', { theme: 'light', back: '//evil.example' });
    t.is(away.headers.location, '/');
    browser.jar['svc_theme'] = '"><script>';
    t.notRegex((await browser.get('/profile')).body, /"><script>|data-theme/);
});

test('a page of the console is never stored, and differs for a request of htmx', async (t) => {
    const { browser } = await opened(t, 'reviewer');
    const { headers } = await browser.get('/screens');
    t.is(headers['cache-control'], 'no-store');
    t.true(String(headers['vary']).toLowerCase().includes('hx-request'));
    t.false(String(headers['content-security-policy']).includes('unsafe'));
});

test('the htmx that is served is that of htmx.org 2.0.11', (t) => {
    const served = readFileSync(join(root, 'plugins/surfaces/public/vendor/htmx.min.js'), 'utf8');
    t.is(sha256(served), 'd6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717'); // dist/htmx.min.js of the package
});

test('text of a user never becomes an htmx instruction', (t) => {
    const written =
        '<p hx-get="/x" data-hx-post="/y" hx-on:click="z">hello</p><a href="https://a.example" hx-boost="true">a</a>';
    t.notRegex(harmless(written), /hx-/);
    t.true(harmless(written).includes('hello'));
});

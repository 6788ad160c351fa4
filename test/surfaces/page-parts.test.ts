// The parts that pages are made of: tables, filters, pagers, dialogs, times, and parts that fetch themselves again.
import type { Request } from '@hapi/hapi';
import test from 'ava';
import type { PageContext } from '../../plugins/surfaces/pages/console/visit.ts';
import { headOf, live } from '../../plugins/surfaces/pages/console/live.ts';
import { html } from '../../plugins/surfaces/pages/layout.ts';
import { type Address, addressIn, addressWith } from '../../plugins/surfaces/pages/parts/address.ts';
import { badge } from '../../plugins/surfaces/pages/parts/badge.ts';
import {
    dialog,
    dialogButton,
    dialogElement,
    dialogPage
} from '../../plugins/surfaces/pages/parts/dialog.ts';
import { filters } from '../../plugins/surfaces/pages/parts/filters.ts';
import { formatDuration, moment } from '../../plugins/surfaces/pages/parts/moment.ts';
import { formatTotal, pager } from '../../plugins/surfaces/pages/parts/pager.ts';
import { preview } from '../../plugins/surfaces/pages/parts/preview.ts';
import { progressBar } from '../../plugins/surfaces/pages/parts/progress.ts';
import { table } from '../../plugins/surfaces/pages/parts/table.ts';
import { tabs } from '../../plugins/surfaces/pages/parts/tabs.ts';

const address: Address = { path: '/sages', query: { status: 'ss_active', page: '3' } };

test('the address of a list contains its filters, without empty ones', (t) => {
    const request = { path: '/sages', query: { status: 'ss_active', q: '', ask: 'x', twice: ['a', 'b'] } };
    t.deepEqual(addressIn(request as unknown as Request), { path: '/sages', query: { status: 'ss_active' } });
    t.is(addressWith(address, { page: undefined }), '/sages?status=ss_active');
    t.is(addressWith(address, { q: 'a&b' }), '/sages?status=ss_active&page=3&q=a%26b');
    t.is(addressWith({ path: '/sages', query: {} }, {}), '/sages');
});

test('a table shows its sort column, and each header reverses the order from the first page', (t) => {
    const columns = [
        { title: 'Name', cell: ({ name }: { name: string }) => name, sort: 'name' },
        { title: 'Open', cell: () => '7', number: true, sort: 'open' },
        { title: 'Note', cell: () => '<b>' }
    ];
    const rows = [{ name: 'Nurse' }];
    const shown = table({ caption: 'Sages', columns, rows, href: () => '/sages/1', address, sorted: 'name' });
    t.regex(shown.html, /aria-sort="ascending"[^>]*><a href="\/sages\?status=ss_active&amp;sort=-name">Name/);
    t.regex(
        shown.html,
        /aria-sort="none" class="number"><a href="\/sages\?status=ss_active&amp;sort=open">Open/
    );
    t.regex(shown.html, /<th scope="col" ?>Note/);
    t.regex(shown.html, /<td ?><a class="opens" href="\/sages\/1">Nurse<\/a>/);
    t.true(shown.html.includes('<td class="number">7</td>') && shown.html.includes('&lt;b&gt;'));
    const turned = table({
        caption: 'Sages',
        columns,
        rows,
        address: { path: '/sages', query: { sort: '-open' } }
    });
    t.regex(turned.html, /aria-sort="descending" class="number"><a href="\/sages\?sort=open">/);
});

test('a pager shows its rows, and no last page where counting stopped', (t) => {
    const one = { address, page: 3, per_page: 50, shown: 50, total: 10_000 };
    t.regex(pager(one)?.html ?? '', /101–150 of 10,000.*page=2.*page=4/s);
    t.regex(pager({ ...one, page: 200 })?.html ?? '', /9,951–10,000 of 10,000(?!.*Next)/s);
    t.regex(pager({ ...one, page: 200, more: true })?.html ?? '', /of more than 10,000.*Next/s);
    t.regex(pager({ ...one, page: 2 })?.html ?? '', /rel="prev" href="\/sages\?status=ss_active"/);
    t.is(pager({ ...one, page: 1, shown: 7, total: 7 }), undefined);
    t.is(formatTotal({ total: 10_000, more: true }), 'more than 10,000');
});

test('filters keep the order, start at the first page, and can be cleared', (t) => {
    const choice = { name: 'status', label: 'Status', options: { ss_active: 'active', ss_inactive: 'off' } };
    const { html: shown } = filters(
        { path: '/sages', query: { status: 'ss_active', sort: '-name', page: '2' } },
        [choice, { name: 'q', label: 'Name' }]
    );
    t.regex(shown, /<input type="hidden" name="sort" value="-name"/);
    t.notRegex(shown, /name="page"/);
    t.regex(shown, /<option value="ss_active" selected>active/);
    t.regex(shown, /<label for="filter-q">/);
    t.regex(shown, /<a href="\/sages">Clear/);
});

test('a time is shown in words, with the exact time in an attribute', (t) => {
    const clock = { now: Date.UTC(2026, 0, 15, 12), timeZone: 'UTC' };
    const ago = (ms: number) => moment(clock.now - ms, clock).html.replaceAll(/<[^>]*>/g, '');
    t.is(ago(20_000), 'just now');
    t.is(ago(3 * 3_600_000), '3 hours ago');
    t.is(ago(-2 * 86_400_000), 'in 2 days');
    t.is(ago(-(14 * 86_400_000 - 5_000)), 'in 14 days', 'as was said a moment before');
    t.is(ago(14 * 86_400_000 - 5_000), '13 days ago');
    t.is(ago(40 * 86_400_000), '6 Dec 2025');
    t.regex(
        moment(clock.now, clock).html,
        /datetime="2026-01-15T12:00:00.000Z" title="15 January 2026 at 12:00 \(UTC\)"/
    );
    t.deepEqual([0, 3_000, 59_999, 60_000].map(formatDuration), ['1 s', '3 s', '59 s', '1 minute']);
    t.is(formatDuration(50 * 3_600_000), '2 days');
});

test('a part fetches itself again while it is at work, and is still once it has ended', (t) => {
    const part = (isRunning: boolean) =>
        live({ id: 'build', path: '/sages/1/build', isRunning, body: html`<b>3</b>` });
    t.regex(part(true).html.html, /id="build" data-hx-get="\/sages\/1\/build" data-hx-trigger="every 3s"/);
    t.notRegex(part(false).html.html, /hx-/);
    const head = headOf([part(true)])?.html ?? '';
    for (const setting of [
        'allowEval&quot;:false',
        'allowScriptTags&quot;:false',
        'includeIndicatorStyles&quot;:false'
    ])
        t.true(head.includes(setting), setting);
    for (const setting of [
        'selfRequestsOnly&quot;:true',
        'historyEnabled&quot;:false',
        'historyCacheSize&quot;:0'
    ])
        t.true(head.includes(setting), setting);
    t.is(headOf([part(false)]), undefined);
});

test('a state has a word and a tone, a bar has text, and a tab shows the current page', (t) => {
    t.is(badge('<dead>', 'bad').html, '<span class="badge bad">&lt;dead&gt;</span>');
    t.regex(
        progressBar({ label: 'Build', value: 3, max: 8, words: '3 of 8 steps' }).html,
        /value="3" max="8".*3 of 8 steps/s
    );
    const { html: shown } = tabs([
        { word: 'Criteria', href: '/sages/1', isHere: true },
        { word: 'Gold', href: '/sages/1/gold', isHere: false }
    ]);
    t.regex(shown, /href="\/sages\/1" aria-current="page">Criteria/);
    t.regex(shown, /href="\/sages\/1\/gold" ?>Gold<\/a>/);
});

test('a preview of user HTML is inside an element where htmx is disabled', (t) => {
    t.regex(
        preview('<p>hello</p>').html,
        /^<div class="preview" hx-disable data-hx-disable><p>hello<\/p><\/div>$/
    );
});

test('a dialog explains the result and posts to an existing route, also as a page', (t) => {
    const paths = { rest: '/rest/svc/v1', ajax: '/ajax' };
    const visit = {
        app: { config: { paths } },
        request: { path: '/sages/7' },
        nonces: { svc_rest: 'aa', svc_frontend_nonce: 'bb' }
    } as unknown as PageContext;
    const question = { id: 'off', title: 'Turn off?', says: '12 are answering.', button: 'Turn off' };
    const asked = dialog(visit, { ...question, to: { action: 'svc_toggle' }, hidden: { sage_id: 7 } });
    t.regex(
        asked.content.html,
        /12 are answering\..*action="\/ajax\?action=svc_toggle".*value="bb".*name="sage_id" value="7"/s
    );
    t.regex(asked.content.html, /href="\/sages\/7" data-close>Go back/);
    t.regex(dialogButton(asked).html, /href="\?ask=off" data-dialog="off">Turn off/);
    t.regex(dialogElement(asked).html, /^<dialog id="off" class="question" aria-labelledby="off-title">/);
    t.regex(dialogPage(asked).html, /^<h1>Turn off\?<\/h1>/);
    const rest = dialog(visit, { ...question, to: { rest: '/sages/7/close' }, isDangerous: true });
    t.regex(rest.content.html, /action="\/rest\/svc\/v1\/sages\/7\/close".*value="aa".*class="danger"/s);
});

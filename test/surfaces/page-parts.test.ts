// The parts that pages are made of: tables, filters, pagers, times, and parts that fetch themselves again.
import type { Request } from '@hapi/hapi';
import test from 'ava';
import { headOf, live } from '../../plugins/surfaces/pages/console/live.ts';
import { html } from '../../plugins/surfaces/pages/layout.ts';
import { type Address, addressIn, addressWith } from '../../plugins/surfaces/pages/parts/address.ts';
import { filters } from '../../plugins/surfaces/pages/parts/filters.ts';
import { formatDuration, moment } from '../../plugins/surfaces/pages/parts/moment.ts';
import { formatTotal, pager } from '../../plugins/surfaces/pages/parts/pager.ts';
import { preview } from '../../plugins/surfaces/pages/parts/preview.ts';
import { table } from '../../plugins/surfaces/pages/parts/table.ts';

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
    const [, config = ''] = /name="htmx-config" content="([^"]*)"/.exec(head) ?? [];
    t.deepEqual(JSON.parse(config.replaceAll('&quot;', '"')), {
        allowEval: false,
        allowScriptTags: false,
        includeIndicatorStyles: false,
        selfRequestsOnly: true,
        historyEnabled: false,
        historyCacheSize: 0
    });
    t.is(headOf([part(false)]), undefined);
});

test('a preview of user HTML is inside an element where htmx is disabled', (t) => {
    t.regex(
        preview('<p>hello</p>').html,
        /^<div class="preview" hx-disable data-hx-disable><p>hello<\/p><\/div>$/
    );
});

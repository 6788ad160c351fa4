import assert from 'node:assert/strict';
import fc from 'fast-check';
import { prefersPage } from '../../plugins/surfaces/pages/prefers-page.ts';
import { property, textOf } from './property.ts';

const weight = fc.nat({ max: 1000 }).map((thousandths) => thousandths / 1000);
const others = fc.subarray(['image/png;q=0.1', 'text/plain', 'application/xhtml+xml', 'image/*;q=0.9']);
const pieces = fc.constantFrom(
    'text/html',
    'application/json',
    '*/*',
    'text/*',
    ';q=',
    '0.5',
    ',',
    ' ',
    '"',
    '\t',
    ';level=1'
);

property(
    'a client that prefers HTML to JSON gets a page, in either order',
    fc.tuple(weight, weight, others, fc.boolean()),
    ([html, json, more, htmlFirst]) => {
        const both = [`text/html;q=${html}`, `application/json;q=${json}`];
        const header = [...(htmlFirst ? both : both.toReversed()), ...more].join(', ');
        assert.equal(prefersPage(header), html > json, header);
    }
);

property(
    'every Accept header is answered',
    fc.array(fc.oneof(pieces, textOf('/*;,=q.0 "\\é', 8))).map((parts) => parts.join('')),
    (header) => assert.equal(typeof prefersPage(header), 'boolean')
);

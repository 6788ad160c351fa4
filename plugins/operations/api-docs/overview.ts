// The overview: each surface with how to log in and its operations; or only those that a text finds.
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { emptyState } from '../../surfaces/pages/parts/empty.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { fieldsOf } from './fields.ts';
import { firstSentence, nameOf, prose } from './prose.ts';
import { refusals } from '../../surfaces/openapi/refusals.ts';
import type { Group, Operation, Reference } from './reference.ts';
import type { aboutSurfaces } from './surfaces.ts';
import { topics, topicsOf } from './topics.ts';
import { letsIn } from './who.ts';

interface Known {
    reference: Reference;
    about: ReturnType<typeof aboutSurfaces>;
}

export function overview(known: Known, q: string): Html {
    const groups = known.reference.groups
        .map((group) => ({ ...group, operations: group.operations.filter((one) => finds(one, q)) }))
        .filter(({ operations }) => operations.length > 0);
    const topics = topicsOf(q);
    if (groups.length === 0 && topics.length === 0)
        return emptyState({
            says: `No operations or topics match “${q}”.`,
            action: html`<a href="/docs">All operations</a>`
        });
    return html`<p>${q === '' ? intro : html`Operations that match “${q}” in name, path, description or fields.`}</p>
        ${topics.map(topic)}
        ${groups.map((group) => section(group, known.about[group.surface], q === ''))}
        ${q === '' && refused}`;
}

const refused = html`<section id="refusals"><h2>Refusals</h2>
    ${table({
        caption: 'Refusals',
        columns: [
            { title: 'Status', cell: ({ status }) => status },
            { title: 'What it means', cell: ({ meaning }) => meaning },
            { title: 'Codes', cell: ({ codes }) => codes.join(', '), minor: true }
        ],
        rows: refusals
    })}</section>`;

const topic = ({ id, title, text }: (typeof topics)[number]) =>
    html`<section id="${id}"><h2>${title}</h2><p>${prose(text)}</p></section>`;

const intro = html`All operations of this service, generated from <a href="/openapi.json">openapi.json</a>.`;

const columns: Column<Operation>[] = [
    { title: 'Call', cell: nameOf },
    { title: 'Description', cell: ({ description }) => prose(firstSentence(description)) },
    { title: 'Access', cell: letsIn, minor: true }
];

const section = (
    { surface, operations }: Group,
    about: Known['about'][Group['surface']],
    isWhole: boolean
) => html`<section
    id="${surface}"><h2>${about.title}</h2>
    ${isWhole && html`<p>${about.text}</p>${about.login && login(about.title, about.login)}`}
    ${table({ caption: about.title, columns, rows: operations, href: ({ id }) => `/docs/${id}` })}</section>`;

const login = (title: string, commands: string) =>
    html`<pre tabindex="0" role="region" aria-label="How to log in: ${title}"><code>${commands}</code></pre>`;

const texts = new WeakMap<Operation, string>();

/** Whether it contains each word of the text. */
function finds(operation: Operation, text: string) {
    const whole = texts.get(operation) ?? textOf(operation);
    texts.set(operation, whole);
    return text
        .toLowerCase()
        .split(/\s+/)
        .every((word) => whole.includes(word));
}

function textOf({ id, method, path, summary, description, parameters, body, anyOf }: Operation) {
    const names = body ? fieldsOf(body.schema).map(({ name }) => name) : [];
    const all = [
        id,
        method,
        path,
        summary,
        description,
        ...parameters.map(({ name }) => name),
        ...names,
        ...anyOf
    ];
    return all.join(' ').toLowerCase();
}

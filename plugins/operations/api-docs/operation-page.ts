// The page of one operation: who may call it, what it takes, what it returns, and a call that can be copied.
import { STATUS_CODES } from 'node:http';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { type Column, table } from '../../surfaces/pages/parts/table.ts';
import { callOf } from './example.ts';
import { type Field, fieldsOf, typeOf } from './fields.ts';
import type { Operation, Response } from './reference.ts';
import { prose } from './prose.ts';
import { refusals } from '../../surfaces/openapi/refusals.ts';
import { letsIn, shownBy } from './who.ts';

export function operationBody(operation: Operation, base: string): Html {
    const { method, path, description, body, responses, surface } = operation;
    const done = responses.filter(({ status }) => Number(status) < 300);
    return html`<p><span class="badge">${method}</span> <code>${path}</code></p>
        <p>${prose(description)}</p>
        <section><h2>Access</h2>${rights(operation)}</section>
        ${surface !== 'page' && example(operation, base)}
        ${parameters(operation)}
        ${body && html`<section><h2>Body</h2><p>As <code>${body.type}</code>.</p>${fields('Body', fieldsOf(body.schema))}</section>`}
        <section><h2>Responses</h2>${done.map(success)}${others(operation)}</section>`;
}

const rights = (operation: Operation) => html`<dl class="facts">
    <dt>Shows</dt><dd>${shownBy(operation)}</dd>
    <dt>Permissions</dt><dd>${letsIn(operation)}${operation.anyOf.length > 1 && html` <small>(any one of these)</small>`}</dd>
    ${operation.nonces.length > 0 && html`<dt>Nonce</dt><dd>${operation.nonces.join(' or ')}</dd>`}</dl>`;

function parameters({ parameters: some }: Operation) {
    if (some.length === 0) return undefined;
    const rows = some.map(({ name, required, schema, description, in: place }) => {
        const [field] = fieldsOf({ properties: { [name]: schema } });
        const words = [description, field?.about ?? ''].filter((text) => text !== '').join(' ');
        return { name, type: `${typeOf(schema)}, in the ${place}`, isRequired: required, about: words };
    });
    return html`<section><h2>Parameters</h2>${fields('Parameters', rows)}</section>`;
}

const columns: Column<Field>[] = [
    { title: 'Name', cell: ({ name }) => html`<code>${name}</code>` },
    {
        title: 'Type',
        cell: ({ type, isRequired, about }) => html`${type}${isRequired && html` <small>(required)</small>`}
            ${about !== '' && html`<br /><small>${prose(about)}</small>`}`
    }
];

const fields = (caption: string, rows: readonly Field[]) =>
    rows.length === 0 ? html`<p>No fields.</p>` : table({ caption, columns, rows });

const titleOf = (status: string) =>
    status === 'default' ? 'Any other error' : `${status} ${STATUS_CODES[Number(status)] ?? ''}`.trim();

function success({ status, content }: Response) {
    const [[type, schema] = ['', {}]] = Object.entries(content);
    const rows = fieldsOf(schema);
    return html`<h3>${titleOf(status)}</h3>${type !== '' && html`<p>As <code>${type}</code>.</p>`}
        ${rows.length > 0 && fields(titleOf(status), rows)}`;
}

function others({ responses, surface }: Operation) {
    const rest = responses.filter(({ status }) => !(Number(status) < 300));
    if (rest.length === 0) return undefined;
    const isOfWeb = surface === 'action' || surface === 'rest';
    return html`<h3>Otherwise</h3>${table({
        caption: 'Other responses',
        columns: [
            { title: 'Status', cell: ({ status }) => titleOf(status) },
            { title: 'What it means', cell: (response) => meaningOf(response, isOfWeb) }
        ],
        rows: rest
    })}`;
}

/** Only the web surface has codes. */
function meaningOf({ status, description }: Response, isOfWeb: boolean) {
    const refusal = refusals.find((one) => String(one.status) === status);
    if (!refusal) return description;
    return html`${refusal.meaning}${isOfWeb && html` <small>${refusal.codes.join(', ')}</small>`}`;
}

const example = (operation: Operation, base: string) => html`<section><h2>Example</h2>
    <pre tabindex="0" role="region" aria-label="Example"><code>${callOf(operation, base)}</code></pre></section>`;

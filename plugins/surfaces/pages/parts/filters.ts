// The filters of a list: a form that asks for the same address with another query.
import { hidden, type Options, optionsOf } from '../form-controls.ts';
import { type Html, html } from '../layout.ts';
import type { Address } from './address.ts';

/** A choice of a few values, or a text. */
export type Filter = Choice | Text;

interface Choice {
    name: string;
    label: string;
    /** The first option means all and is built from `all`. */
    options: Options;
    all?: string;
}

interface Text {
    name: string;
    label: string;
    placeholder?: string;
}

/** Changing a choice applies it immediately where scripts run; a button does it where they do not. */
export function filters(address: Address, some: readonly Filter[]): Html {
    const names = new Set(['page', ...some.map(({ name }) => name)]);
    const kept = Object.entries(address.query).filter(([name]) => !names.has(name));
    const isSet = some.some(({ name }) => address.query[name] !== undefined);
    return html`<form class="filters" method="get" action="${address.path}" role="search" aria-label="Filters" data-at-once>
        ${hidden(Object.fromEntries(kept))}
        ${some.map((filter) => control(filter, address.query[filter.name] ?? ''))}
        <button type="submit" class="quiet">Apply</button>
        ${isSet && html`<a href="${address.path}">Clear</a>`}</form>`;
}

function control(filter: Filter, value: string) {
    const { name, label } = filter;
    const id = `filter-${name}`;
    const shown =
        'options' in filter
            ? html`<select id="${id}" name="${name}">${optionsOf([['', filter.all ?? 'All']], value)}${optionsOf(filter.options, value)}</select>`
            : html`<input id="${id}" name="${name}" type="search" value="${value}" maxlength="200" placeholder="${filter.placeholder ?? ''}" />`;
    return html`<label for="${id}">${label} ${shown}</label>`;
}

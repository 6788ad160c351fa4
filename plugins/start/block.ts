// One block of the Start page: what waits, the first few of it, and the way to all of it.
import { type Html, html, type Part } from '../surfaces/pages/layout.ts';

interface Block {
    title: string;
    /** How many there are, in words, with the address of all of them. */
    all?: { count: string; href: string | undefined };
    lines: readonly Line[];
}

export interface Line {
    what: Part;
    /** Its page, if there is one. */
    href: string | undefined;
    /** What is to be done about it, or how far it is. */
    about?: Part;
    /** At the end of the line: when. */
    when?: Part;
}

/** The first few, and a count that stops early: the list behind the block holds and counts all. */
export const shown = { limit: 5, offset: 0, most: 99 };

export function block({ title, all, lines }: Block): Html {
    const count = all && (all.href ? html`<a href="${all.href}">All ${all.count}</a>` : all.count);
    return html`<section><header class="section-head"><h2>${title}</h2>${count}</header>
        <ul class="rows">${lines.map(line)}</ul></section>`;
}

const line = ({ what, href, about, when }: Line) =>
    html`<li><div>${href === undefined ? html`<b>${what}</b>` : html`<a class="opens" href="${href}">${what}</a>`}
        ${about !== undefined && html`<div class="soft">${about}</div>`}</div>${when}</li>`;

/** What a role has to do: first of all, and the lists behind it. */
export interface Work {
    next: Part;
    blocks: (Html | undefined)[];
}

interface Next {
    title: string;
    says: Part;
    href: string | undefined;
    button: string;
    /** Where something went wrong. */
    tone?: 'bad';
}

/** What the user does first, as a sentence, a reason and the one filled button of the page. */
export const nextBox = ({ title, says, href, button, tone }: Next) =>
    href !== undefined &&
    html`<section class="${tone ? `next ${tone}` : 'next'}" aria-labelledby="next-title"><div><h2 id="next-title">${title}</h2><p>${says}</p></div>
        <div class="acts"><a role="button" href="${href}">${button}</a></div></section>`;

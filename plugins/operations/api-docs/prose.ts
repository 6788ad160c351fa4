// Descriptions of the document are Markdown: text between backticks is code.
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { Operation } from './reference.ts';

export const prose = (text: string): Html =>
    html`${text.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`;

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The description of a tool is long, for agents: its first sentence is the summary. */
export const firstSentence = (text: string) => /^.*?[.](?= [A-Z]|$)/s.exec(text)?.[0] ?? text;

// Descriptions of the document are written as Markdown is: what stands between backticks is code.
import { type Html, html } from '../../surfaces/pages/layout.ts';
import type { Operation } from './reference.ts';

export const prose = (text: string): Html =>
    html`${text.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`;

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** A tool is described at length, for agents: its first sentence tells what it does. */
export const firstSentence = (text: string) => /^.*?[.](?= [A-Z]|$)/s.exec(text)?.[0] ?? text;

// The texts that several devices have saved for one question: the candidate chooses one.
import { sha256 } from '../../../db/accounts/tokens.ts';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Written } from '../../../db/screens/saving.ts';
import { hidden } from '../../surfaces/pages/form-controls.ts';
import { html } from '../../surfaces/pages/layout.ts';
import type { Visit } from './access.ts';

interface Rivals extends Pick<Visit, 'base' | 'outside'> {
    criterion: Criterion;
    number: number;
    answers: ReadonlyMap<string, Written>;
}

/** Each text with the button that keeps it, above the form where all are put together. */
export function rivalTexts({ base, criterion, number, answers, outside: { say } }: Rivals) {
    const { answer = '', rivals } = answers.get(criterion.id) ?? {};
    if (!rivals) return undefined;
    const seen = { criterion: criterion.id, next: number, shown: sha256(answer) };
    return html`<h1>${criterion.question}</h1>
        <p role="note"><strong>${say('rivals.title', { count: rivals.length })}</strong> ${say('rivals.says')}</p>
        <div class="rivals">
            ${rivals.map(
                (text, place) =>
                    html`<form method="post" action="${base}/answer">${hidden({ ...seen, text })}
                        <h2>${say('rivals.text', { number: place + 1 })}</h2>
                        <div class="answer" dir="auto">${text}</div>
                        <button type="submit" class="secondary">${say('rivals.use', { number: place + 1 })}</button>
                    </form>`
            )}
        </div>`;
}

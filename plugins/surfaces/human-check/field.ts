// The human check in a form: its hidden field, and the scripts that the page loads for it.
import type { Config } from '../../../config/index.ts';
import { type Key, type Words, wordsIn } from '../../../words/index.ts';
import { policyWith } from '../http/security-headers.ts';
import { type Html, html } from '../pages/layout.ts';
import type { CheckedAction } from './index.ts';

interface CheckField {
    field: Html;
    scripts: readonly string[];
    /** The content security policy, where the page must load more than ours allows. */
    policy?: string;
}

/** Returns the field `recaptcha_token`, filled by a proof of work, by reCAPTCHA, or with a fixed value if the check is off. */
export function humanCheckField(
    { humanCheck, paths }: Config,
    action: CheckedAction,
    words: Words = wordsIn(['en'])
): CheckField {
    switch (humanCheck.driver) {
        case 'off':
            return { field: token({ html: 'value="off"' }), scripts: [] };
        case 'local': {
            const challenge = `${paths.rest}/challenge?action=${action}`;
            const says = sayings(words, ['check.working', 'check.sending', 'check.offline']);
            const field = withNotes(token(html` value="" data-proof-of-work="${challenge}"${says}`), words);
            return { field, scripts: ['proof-of-work.js'] };
        }
        case 'recaptcha': {
            const says = sayings(words, ['check.moment', 'check.silent']);
            const data = html` value="" data-recaptcha="${humanCheck.siteKey}" data-check="${action}"${says}`;
            return {
                field: withNotes(token(data), words),
                scripts: ['recaptcha.js'],
                policy: policyWith(google)
            };
        }
    }
}

const token = (attributes: Html) => html`<input type="hidden" name="recaptcha_token" ${attributes} />`;

type Saying = Extract<Key, `check.${string}`>;

/** The messages of the script, in the language of the page, because the script has none. */
const sayings = ({ say }: Words, keys: readonly Saying[]) =>
    keys.map((key) => html` data-${key.slice('check.'.length)}="${say(key)}"`);

const withNotes = (field: Html, { say }: Words) => html`${field}
    <p role="status" class="progress"></p>
    <noscript><p class="problem">${say('check.no-script')}</p></noscript>`;

/** The sources from Google's guide to content security policies. */
const google = {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'connect-src': 'https://www.google.com/recaptcha/'
};

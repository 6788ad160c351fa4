// The HTML part of an email, in the light colours of the pages (styles/tokens.css): one table with inline styles and no external
// content, because mail programs support little more.
import { entities } from '../../words/entities.ts';

/** A paragraph, or a link with the label of its button. */
export type Paragraph = string | { link: string; says: string };

/** What an email says, and in which language; English by default. */
export interface EmailContent {
    subject: string;
    paragraphs: readonly Paragraph[];
    language?: string;
}

/** Writes the same paragraphs as the plain text, with buttons for links. */
export function mailHtml({ subject, paragraphs, language = 'en' }: EmailContent) {
    return [
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        `<title>${escape(subject)}</title></head><body style="margin:0;padding:24px;background:#f5f7f6">`,
        '<table role="presentation" align="center" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%">',
        `<tr><td style="${card}">`,
        ...paragraphs.map((one) => (typeof one === 'string' ? words(one) : button(one))),
        '</td></tr></table></body></html>'
    ].join('\n');
}

const card =
    'background:#ffffff;border-radius:8px;padding:32px;font:16px/1.5 system-ui,-apple-system,sans-serif;color:#18211e';

const words = (text: string) =>
    `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escape(text).replaceAll('\n', '<br>')}</p>`;

const shape = 'display:inline-block;padding:12px 20px;border-radius:6px;background:#1c5d4c;color:#ffffff';

/** A button, and below it the address as text for readers who do not trust a button. */
function button({ link, says }: Exclude<Paragraph, string>) {
    const href = escape(link);
    return [
        `<p style="margin:0 0 8px"><a href="${href}" style="${shape};text-decoration:none">${escape(says)}</a></p>`,
        `<p style="margin:0 0 16px;font-size:13px;color:#53605b;word-break:break-all">${href}</p>`
    ].join('\n');
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

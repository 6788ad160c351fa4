// Telephone numbers as people write them, and the same as a program dials them.

const separators = String.raw`[ \u00a0()/.\u2010-\u2013-]`;
/** 3 digits, as for an internal number, up to the 15 of E.164, and perhaps an extension. */
const written = String.raw`\(?\+?${separators}*[0-9](?:${separators}*[0-9]){2,14}${separators}*`;
const extension = String.raw`(?:,? ?(?:[Ee]xt\.?|[Ee]xtension|[xX#]) ?[0-9]{1,7})?`;
const link = String.raw`(?:https?:\/\/)?wa\.me\/\+?[1-9][0-9]{6,14}\/?(?:\?[\w%=&.+-]*)?`;

/** A number, or a link to one at wa.me. */
export const phonePattern = new RegExp(`^(?:${written}${extension}|${link})$`);

/** Fewer digits are an internal or an emergency number, which cannot be dialled from another country. */
const shortestNational = 6;

/** Numbers of these countries keep their first zero when they are dialled from another one. */
const keepsZero: ReadonlySet<string> = new Set(['39', '225', '241', '242', '378']);

/**
 * Returns the number with its country code and extension, as in `tel:` links (RFC 3966): +442079460958;ext=5. A number without a
 * country code gets that of the organisation. Empty where there is none, or where it cannot be dialled from outside.
 */
export function normalisedPhone(text: string, countryCode: string | undefined): string {
    const linked = /wa\.me\/\+?(\d+)/.exec(text);
    if (linked) return `+${linked[1]}`;
    const [number = '', ...rest] = text.split(/[Eex#X,]/);
    const ext = rest.join('').replaceAll(/\D/g, '');
    const whole = withCountry(number, countryCode);
    return whole && ext ? `${whole};ext=${ext}` : whole;
}

function withCountry(number: string, countryCode: string | undefined) {
    const isInternational = number.includes('+');
    const digits = (isInternational ? number.replace('(0)', '') : number).replaceAll(/\D/g, '');
    if (isInternational) return `+${digits}`;
    if (digits.startsWith('00')) return `+${digits.slice(2)}`;
    if (countryCode === undefined || digits.length < shortestNational) return '';
    const national = keepsZero.has(countryCode) ? digits : digits.replace(/^0/, '');
    return `+${countryCode}${national}`;
}

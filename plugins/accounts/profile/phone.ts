// Telephone numbers as people write them, and the same as a program dials them.

const separators = String.raw`[ \u00a0()/.\u2010-\u2013-]`;
/** 3 digits, as for an internal number, up to the 15 of E.164, and perhaps an extension. */
const written = String.raw`\(?\+?${separators}*[0-9](?:${separators}*[0-9]){2,14}${separators}*`;
const extension = String.raw`(?:,? ?(?:[Ee]xt\.?|[Ee]xtension|[xX#]) ?[0-9]{1,7})?`;
const link = String.raw`(?:https?:\/\/)?wa\.me\/\+?[1-9][0-9]{6,14}\/?(?:\?[\w%=&.+-]*)?`;

/** A number, or a link to one at wa.me. */
export const phonePattern = new RegExp(`^(?:${written}${extension}|${link})$`);

/** Countries whose numbers keep their first zero when they are dialled from another one. */
const keepsZero: ReadonlySet<string> = new Set(['39', '225', '226', '229', '241', '242', '378']);

/** What stands before a number at home, where that is not a zero; countries with an empty one write all digits always. */
const trunks: Readonly<Record<string, string>> = {
    1: '1',
    7: '8',
    36: '06',
    ...Object.fromEntries(
        [
            ...keepsZero,
            ...'30 34 45 47 48 52 56 57 65 216 351 352 354 356 357 371 372 420 502 503 504 505 506 507 852 853 965 968 973 974'.split(
                ' '
            )
        ].map((code) => [code, ''])
    )
};
const trunkOf = (code: string) => trunks[code] ?? '0';

/** How a call to another country begins there, where that is not 00. */
const exits: Readonly<Record<string, string>> = { 1: '011', 7: '810', 61: '0011', 81: '010', 82: '00' };

/** The digits after the country code of those countries that have always as many. */
const lengths: Readonly<Record<string, number>> = { 1: 10, 7: 10, 34: 9, 45: 8, 47: 8, 48: 9 };
const isRight = (code: string, rest: string) => lengths[code] === undefined || rest.length === lengths[code];

const fewest = 7; // digits with the country code; fewer are an internal or an emergency number
const most = 15; // by E.164
const fewestNational = 6;

/**
 * Returns the number with its country code and extension, as in `tel:` links (RFC 3966): +442079460958;ext=5. A number without a
 * country code gets that of the organisation. Empty where there is none, and where it is not certain what is dialled.
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
    const exit = exits[countryCode ?? ''] ?? '00';
    const [, abroad] = new RegExp(`^[\\s(]*(?:\\+|${exit})(.*)$`, 's').exec(number) ?? [];
    const whole = abroad === undefined ? national(number, countryCode) : international(abroad, countryCode);
    return whole.length >= fewest && whole.length <= most ? `+${whole}` : '';
}

/** Without what is dialled at home alone: "+49 (0)30", "+49 030". Empty where it is not certain where the code ends. */
function international(number: string, ownCode: string | undefined) {
    const digits = number.replaceAll(/\D/g, '');
    if (digits.startsWith('0')) return '';
    const [, code = '', rest = ''] = /^\D*(\d{1,3})\D(.*)$/s.exec(number) ?? [];
    if (code === '') {
        const own = ownCode ?? '-';
        const isDoubled = trunkOf(own) === '0' && digits.startsWith(`${own}0`);
        return isDoubled ? digits.replace(`${own}0`, own) : digits;
    }
    const isMarked = /^\D*\(\s*0\s*\)/.test(rest);
    const bare = rest.replaceAll(/\D/g, '');
    if (isMarked) return keepsZero.has(code) ? `${code}${bare}` : `${code}${bare.slice(1)}`;
    const trunk = trunkOf(code);
    const hasTrunk =
        trunk !== '' &&
        bare.startsWith(trunk) &&
        !(trunk.length === 1 && isRight(code, bare) && lengths[code]);
    const national = hasTrunk ? bare.slice(trunk.length) : bare;
    return isRight(code, national) ? `${code}${national}` : '';
}

/** Where a number at home starts with a zero, one without it lacks its area. */
function national(number: string, code: string | undefined) {
    const digits = number.replaceAll(/\D/g, '');
    if (code === undefined || digits.length < fewestNational || digits.startsWith('00')) return '';
    const trunk = trunkOf(code);
    const isLong = lengths[code] === undefined || digits.length > lengths[code];
    const hasTrunk = trunk !== '' && isLong && digits.startsWith(trunk);
    if (trunk === '0' && !hasTrunk) return '';
    const bare = hasTrunk ? digits.slice(trunk.length) : digits;
    return isRight(code, bare) ? `${code}${bare}` : '';
}

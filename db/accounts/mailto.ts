/** The link that writes an email to an address. The address is untrusted: a question mark in it must not start a header. */
export const mailto = (address: string, subject?: string) =>
    `mailto:${address.split('@').map(encodeURIComponent).join('@')}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;

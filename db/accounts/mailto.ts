/** The link that opens a mail to an address. A stranger may have typed it: a question mark in it begins no header. */
export const mailto = (address: string) => `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;

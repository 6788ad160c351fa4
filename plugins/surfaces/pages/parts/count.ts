// Numbers of things in words.

/** `1 credit`, `3 credits`; of words whose plural only adds an s. */
export const pluralize = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** `1 credit is refunded`, `3 credits are refunded`. */
export const creditsRefunded = (credits: number) =>
    `${pluralize(credits, 'credit')} ${credits === 1 ? 'is' : 'are'} refunded`;

// A banner as responses show it: to users while it is published, and to administrators.
import { iso } from '../../db/store/time.ts';
import type { SplashRow } from '../../db/sales/splashes.ts';
import { anyText, flag, moment, named, wholeId } from '../surfaces/http/response-fields.ts';
import { harmless } from '../surfaces/pages/parts/harmless.ts';

export const banner = {
    id: wholeId,
    title: anyText,
    subtitle: anyText,
    content: anyText.description('HTML, sanitised.'),
    cta_text: anyText,
    cta_link: anyText,
    image_url: anyText
};

export const splashRow = named('Splash', {
    ...banner,
    published: flag,
    created_at: moment,
    updated_at: moment
});

/** The content is sanitised again on reading: the rules may have become stricter since it was written. */
export function shown({ id, title, subtitle, content, ctaText, ctaLink, imageUrl }: SplashRow) {
    return {
        id,
        title,
        subtitle,
        content: harmless(content),
        cta_text: ctaText,
        cta_link: ctaLink,
        image_url: imageUrl
    };
}

export const splashOf = (row: SplashRow) => ({
    ...shown(row),
    published: row.published,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt)
});

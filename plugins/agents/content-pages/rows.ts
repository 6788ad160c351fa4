// A content page as responses show it, in the fields of the WordPress REST API.
import type { ContentPageRow } from '../../../db/agents/pages.ts';
import type { Page } from './wordpress.ts';

export const pageOf = (row: ContentPageRow): Page => ({
    id: row.id,
    slug: row.slug,
    status: row.status,
    title: { rendered: row.title },
    content: { rendered: row.content },
    excerpt: { rendered: row.excerpt },
    link: null,
    date_gmt: gmt(row.createdAt),
    modified_gmt: gmt(row.updatedAt)
});

/** WordPress writes times in UTC, to the second and without a zone. */
const gmt = (at: number) => new Date(at).toISOString().slice(0, 19);

// Pages that agents read, where no content system is set.
import { externalId, text, time, enumText } from '../store/columns.ts';
import { and, eq, ne, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { findBy } from '../store/query.ts';
import { Refusal } from '../refusal.ts';
import type { Tx } from '../store.ts';

export const pageStatuses = ['publish', 'draft', 'pending', 'private'] as const;

export const contentPages = sqliteTable(
    'content_pages',
    {
        id: externalId(),
        slug: text(),
        status: enumText(...pageStatuses),
        title: text(),
        content: text(), // HTML, as it was given
        excerpt: text(),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [uniqueIndex('content_pages_slug').on(t.slug)]
);

export type ContentPageRow = typeof contentPages.$inferSelect;
export type ContentPage = Pick<ContentPageRow, 'slug' | 'status' | 'title' | 'content' | 'excerpt'>;

export const findPage = findBy(contentPages, contentPages.id);

/** Writes a page whole, new or not. Refuses: wrong_state when its slug is another page's. */
export async function putPage(tx: Tx, id: number, page: ContentPage, at: number) {
    const others = await tx
        .select({ id: contentPages.id })
        .from(contentPages)
        .where(and(eq(contentPages.slug, page.slug), ne(contentPages.id, id)));
    if (others.length > 0) throw new Refusal('wrong_state', 'Another page has this slug.');
    const [row] = await tx
        .insert(contentPages)
        .values({ id, ...page, createdAt: at, updatedAt: at })
        .onConflictDoUpdate({ target: contentPages.id, set: { ...page, updatedAt: at } })
        .returning();
    if (!row) throw new Error('a written page was not returned');
    return row;
}

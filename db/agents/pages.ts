// Pages that agents read, where no content system is set.
import { type Done, record } from '../record/audit.ts';
import { enumText, externalId, plain, text, time, words } from '../store/columns.ts';
import { and, asc, desc, eq, getTableColumns, ne, or, sqliteTable, uniqueIndex } from '../store/drizzle.ts';
import { countRows, findBy, holdsText, type Rows } from '../store/query.ts';
import { Refusal } from '../store/refusal.ts';
import type { Reader, Tx } from '../store/index.ts';

export const pageStatuses = ['publish', 'draft', 'pending', 'private'] as const;
export type PageStatus = (typeof pageStatuses)[number];

export const contentPages = sqliteTable(
    'content_pages',
    {
        id: externalId(),
        slug: text(plain),
        status: enumText(...pageStatuses),
        title: text(words),
        content: text(words), // HTML, as it was given
        excerpt: text(words),
        createdAt: time(),
        updatedAt: time()
    },
    (t) => [uniqueIndex('content_pages_slug').on(t.slug)]
);

export type ContentPageRow = typeof contentPages.$inferSelect;
export type ContentPage = Pick<ContentPageRow, 'slug' | 'status' | 'title' | 'content' | 'excerpt'>;

export const findPage = findBy(contentPages, contentPages.id);

/** Of each page of a list; a content may be a megabyte. */
const { content: _, excerpt: __, ...listed } = getTableColumns(contentPages);
export type ListedPage = Omit<ContentPageRow, 'content' | 'excerpt'>;

interface Search extends Rows {
    /** A part of the title or of the slug, or the id. */
    text?: string | undefined;
    status?: PageStatus | undefined;
}

/** The pages without their contents, by id, and how many there are. */
export async function listPages(on: Reader, { text, status, limit, offset }: Search) {
    const where = and(
        text === undefined ? undefined : isNamed(text),
        status && eq(contentPages.status, status)
    );
    const items: ListedPage[] = await on
        .select(listed)
        .from(contentPages)
        .where(where)
        .orderBy(asc(contentPages.id))
        .limit(limit)
        .offset(offset);
    return { items, ...(await countRows(on, contentPages, where)) };
}

const isNamed = (text: string) =>
    or(
        holdsText(contentPages.title, text),
        holdsText(contentPages.slug, text),
        /^[1-9]\d{0,14}$/.test(text) ? eq(contentPages.id, Number(text)) : undefined
    );

/** Writes a page whole, new or not. Refuses: wrong_state when its slug is another page's. */
export async function putPage(tx: Tx, id: number, page: ContentPage, at: number) {
    await assertOwnSlug(tx, page, id);
    const [row] = await tx
        .insert(contentPages)
        .values({ id, ...page, createdAt: at, updatedAt: at })
        .onConflictDoUpdate({ target: contentPages.id, set: { ...page, updatedAt: at } })
        .returning();
    if (!row) throw new Error('a written page was not returned');
    return row;
}

/** Creates a page under the id after the last. Refuses: wrong_state when its slug is another page's, or no id is left. */
export async function createPage(tx: Tx, page: ContentPage, at: number) {
    const [last] = await tx
        .select({ id: contentPages.id })
        .from(contentPages)
        .orderBy(desc(contentPages.id))
        .limit(1);
    const id = (last?.id ?? 0) + 1;
    if (!Number.isSafeInteger(id)) throw new Refusal('wrong_state', 'No id follows the last one.');
    return putPage(tx, id, page, at);
}

async function assertOwnSlug(tx: Tx, { slug }: ContentPage, id: number) {
    const others = await tx
        .select({ id: contentPages.id })
        .from(contentPages)
        .where(and(eq(contentPages.slug, slug), ne(contentPages.id, id)));
    if (others.length > 0) throw new Refusal('wrong_state', 'Another page has this slug.');
}

/** Deletes a page permanently. Refuses: not_found. */
export async function deletePage(tx: Tx, id: number, { by, at }: Done) {
    const deleted = await tx
        .delete(contentPages)
        .where(eq(contentPages.id, id))
        .returning({ id: contentPages.id });
    if (deleted.length === 0) throw new Refusal('not_found', 'Page not found.');
    await record(tx, { by, act: 'page.delete', target: `page:${id}`, at });
}

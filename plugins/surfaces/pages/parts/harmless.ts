// The user-written markup that our pages allow.
import sanitizeHtml from 'sanitize-html';

const wordTags = 'p br strong em b i u s a ul ol li blockquote h2 h3 h4 hr code pre span small'.split(' ');

const allowedSchemes = ['https', 'mailto'];

/** Keeps the markup that text needs; removes everything that runs, loads or imitates other parts of a page. A tag that goes leaves a space. */
export function harmless(content: string) {
    const escaped = content.replaceAll(/<\/?([a-z][a-z0-9-]*)/gi, spaced);
    const kept = sanitizeHtml(escaped, {
        allowedTags: wordTags,
        allowedAttributes: { a: ['href', 'title', 'rel'] },
        allowedSchemes,
        allowProtocolRelative: false,
        transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
        disallowedTagsMode: 'discard'
    });
    return escaped === content ? kept : kept.trim();
}

const spaced = (tag: string, name: string) => (wordTags.includes(name.toLowerCase()) ? tag : ` ${tag}`);

/** The addresses of links that are not kept. */
export function droppedLinks(content: string) {
    const dropped = new Set<string>();
    const look = (tagName: string, attribs: sanitizeHtml.Attributes) => {
        const { href = '' } = attribs;
        const [, scheme = ''] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href) ?? [];
        const isKept =
            scheme === '' ? !/^\s*[/\\]{2}/.test(href) : allowedSchemes.includes(scheme.toLowerCase());
        if (!isKept) dropped.add(href.slice(0, 200));
        return { tagName, attribs };
    };
    sanitizeHtml(content, { allowedTags: ['a'], allowedAttributes: {}, transformTags: { a: look } });
    return [...dropped];
}

// The user-written markup that our pages allow.
import sanitizeHtml from 'sanitize-html';

const wordTags = 'p br strong em b i u s a ul ol li blockquote h2 h3 h4 hr code pre span small'.split(' ');

/** Keeps the markup that text needs; removes everything that runs, loads or imitates other parts of a page. */
export const harmless = (content: string) =>
    sanitizeHtml(content, {
        allowedTags: wordTags,
        allowedAttributes: { a: ['href', 'title', 'rel'] },
        allowedSchemes: ['https', 'mailto'],
        allowProtocolRelative: false,
        transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
        disallowedTagsMode: 'discard'
    });

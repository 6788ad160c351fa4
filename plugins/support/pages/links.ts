// What the pages of the support staff have in common: who may open them, the tabs of the jobs, and links to pages that the user may open.
import { council, staff } from '../../surfaces/auth/capability-sets.ts';
import { pageAt, tabsOf } from '../../surfaces/pages/console/navigation.ts';
import type { PageContext } from '../../surfaces/pages/console/visit.ts';
import { html, type Part } from '../../surfaces/pages/layout.ts';

interface Place {
    path: string;
    /** Any one of these opens it. */
    scope: readonly string[];
}

const places: Readonly<Record<string, Place>> = {
    deal: { path: '/deals/{id}', scope: ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] },
    intake: { path: '/intake/{id}', scope: ['ss_sales', 'ss_sales_admin', 'ss_admin_all'] },
    job: { path: '/jobs/{id}', scope: staff },
    mail: { path: '/jobs/mails/{id}', scope: staff },
    page: { path: '/settings/pages/{id}', scope: ['ss_admin_all'] },
    sage: { path: '/sages/{id}', scope: council },
    screen: { path: '/screens/{id}', scope: ['council_screen'] },
    task: { path: '/settings/tasks/{id}', scope: ['ss_admin_all'] },
    user: { path: '/people/{id}', scope: ['ss_admin_all'] }
};

/** The page of a thing such as `sage:3`; undefined where there is none, or this user may not open it. */
function linkOf({ actor, request: { server } }: PageContext, target: string) {
    const [kind = '', id = ''] = target.split(':', 2);
    const place = Object.hasOwn(places, kind) ? places[kind] : undefined;
    if (!place || id === '' || !place.scope.some((one) => actor.capabilities.some((held) => held === one)))
        return undefined;
    return pageAt(server, place.path, { id });
}

/** These words, as a link where the thing has a page for this user. */
export function linked(visit: PageContext, target: string, words: Part): Part {
    const href = linkOf(visit, target);
    return href === undefined ? words : html`<a href="${href}">${words}</a>`;
}

/** As on the JSON routes, which let machines in as well. */
export const supportScope = ['ss_admin_all', 'ss_support'] as const;

/** Above each page about some of them. */
export const toJobs = [{ word: 'Jobs', href: '/jobs' }];

const ofJobs = [...toJobs, { word: 'Email', href: '/jobs/mails' }];

export const jobTabs = (visit: PageContext) => tabsOf(visit, ofJobs);

// Who gets in at a route: any one of the capabilities of its scope lets a caller pass, and some are about one's own only.
declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /**
         * The parameter or field that names a sage, or a part of one. Where SAGE_ACCESS is `owner`, it exists only for the owner
         * of the sage and for the council's administrators.
         */
        owned?: string | undefined;
    }
}

/** May read rubrics and verdicts on builds: users who know the indicators could write them into an answer. */
export const council = [
    'ss_council_sage',
    'ss_council_admin',
    'council_sage',
    'council_screen',
    'ss_admin_all'
] as const;

/** May write and check sages; whose they are narrows it further. */
export const editors = ['ss_council_sage', 'ss_council_admin', 'ss_admin_all'] as const;

/** The support staff: a capability of a person, or the scope of a service token. */
export const staff = ['ss_admin_all', 'ss_support', 'admin:jobs'] as const;

/** May read the credits. */
export const creditReaders = ['ss_admin_all', 'ss_council_admin', 'ss_council_sage', 'ss_support'] as const;

/** May erase: the users who decide in the council, because an erasure cannot be undone and deletes the grounds of a decision. */
export const erasers = ['ss_council_admin', 'ss_admin_all'] as const;

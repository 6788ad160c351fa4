// Who gets in at a route: any one of the capabilities of its scope lets a caller pass, and some are about one's own only.
declare module '@hapi/hapi' {
    interface RouteOptionsApp {
        /**
         * The parameter or field that names a sage, or what belongs to one. Where SAGE_ACCESS is `owner`, it is there for
         * whoever owns the sage and for the council's administrators alone.
         */
        owned?: string;
    }
}

/** Whoever may read rubrics and verdicts on builds: to know the indicators is to be able to write them into an answer. */
export const council = [
    'ss_council_sage',
    'ss_council_admin',
    'council_sage',
    'council_screen',
    'ss_admin_all'
] as const;

/** The support staff: a capability of a person, or the scope of a service token. */
export const staff = ['ss_admin_all', 'ss_support', 'admin:jobs'] as const;

/** Whoever decides in the council erases: it cannot be taken back, and takes the grounds of a decision away. */
export const erasers = ['ss_council_admin', 'ss_admin_all'] as const;

// Settings of earlier versions that are no longer read. One that is still set is named at the start, with what to do instead.

/** Without what these gave, the service does less than it should, and nothing shows it. */
const stopping = {
    LLM_FILE: 'Start llama-server with the file and set LLM_BASE_URL (docs/how-to/models/file.md).'
};

const byPackage = 'To send spans, load @opentelemetry/auto-instrumentations-node (docs/operate/monitor.md).';

/** Other programs read these too. */
const warning = {
    OTEL_EXPORTER_OTLP_ENDPOINT: byPackage,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: byPackage
};

/** Whether some package in this process sends spans. */
const isTraced = () => Symbol.for('opentelemetry.js.api.1') in globalThis;

const withActions = 'a minute; RATE_ACTIONS=0 lifts it too.';
const byPrice = 'Multiply sage_council_model_tokens_this_month by the price';

/** Fixed, or read from another one: named for one release, with what holds instead. */
const fixed = {
    RATE_POLLS: `The limit is 1200 ${withActions}`,
    RATE_BACKEND: `The limit is 600 ${withActions}`,
    RATE_TOOLS: `The limit is 600 ${withActions}`,
    RATE_INTAKE: 'The limit is 20 an hour.',
    RATE_DEMO: 'The limit is 10 an hour.',
    RATE_DEMO_UNKNOWN: 'The limit is 30 a minute.',
    COMMISSIONS_MAX: 'svc_get_commissions lists all deals.',
    JWT_TTL: 'A JWT is valid for 15 minutes.',
    HUMAN_CHECK_BITS: 'The proof of work has 16 bits.',
    LLM_DEMO_LIMIT: 'Demos can use 5 percent of LLM_MONTHLY_LIMIT.',
    LLM_PRICE_IN: `${byPrice}.`,
    LLM_PRICE_OUT: `${byPrice}.`,
    CMS_DRIVER: 'With CMS_URL pages are read from WordPress, without it from here.',
    SECURITY_CONTACT: 'security.txt names ORGANISATION_CONTACT, and without one there is none.'
};

/** Returns a line for each that is set: those that stop the start, and those of which it warns. */
export function goneIn(env: Readonly<Record<string, string | undefined>>) {
    const linesOf = (remedies: Readonly<Record<string, string>>) =>
        Object.entries(remedies).flatMap(([name, remedy]) =>
            (env[name] ?? env[`${name}_FILE`]) ? [`${name} is no longer read. ${remedy}`] : []
        );
    const remove = (line: string) => `${line} Remove it.`;
    return {
        stops: linesOf(stopping),
        warns: [...linesOf(fixed).map(remove), ...(isTraced() ? [] : linesOf(warning))]
    };
}

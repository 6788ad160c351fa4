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

/** Returns a line for each that is set: those that stop the start, and those of which it warns. */
export function goneIn(env: Readonly<Record<string, string | undefined>>) {
    const linesOf = (remedies: Readonly<Record<string, string>>) =>
        Object.entries(remedies).flatMap(([name, remedy]) =>
            (env[name] ?? env[`${name}_FILE`]) ? [`${name} is no longer read. ${remedy}`] : []
        );
    return { stops: linesOf(stopping), warns: isTraced() ? [] : linesOf(warning) };
}

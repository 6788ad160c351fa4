// Settings of earlier versions that are no longer read.

const remedies = {
    LLM_FILE: 'Start llama-server with the file and set LLM_BASE_URL (docs/how-to/models/file.md)'
};

/** Returns a line for each that is still set: its name, and what to do instead. */
export const goneIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
    Object.entries(remedies).flatMap(([name, remedy]) =>
        env[name] ? [`${name} is no longer a setting. ${remedy}.`] : []
    );

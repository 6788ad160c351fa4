// The text of docs/reference/cli.md: what `--help` prints of each command.
import { type Shell } from '../../cli/options.ts';
import { run } from '../../cli/index.ts';

const head = `# Commands

For operators and administrators. Reference: every command, made from \`--help\` by \`npm run write\`.

Most commands also work while the server runs; those with "Stop the service first" then exit with 75. In the container they start with \`sage-council\`. \`--json\` prints one JSON object for scripts.
Exit codes: 0 done, 1 refused, 2 wrong usage, 75 try again later, 78 something must be changed first.

\`\`\`text
`;

/** Returns docs/reference/cli.md as it should read. */
export async function cliGuide() {
    const lines: string[] = [];
    const shell = { stdout: { write: (text) => lines.push(String(text)) > 0 } } as Shell;
    await run(['--help'], shell);
    return `${head}${lines.join('').trimEnd()}\n\`\`\`\n`;
}

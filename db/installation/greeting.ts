// The message that the operator reads once the service listens.
import type { Config } from '../../config/index.ts';
import { hasUsers } from '../accounts/users.ts';
import type { Store, Reader } from '../store/index.ts';
import { account } from '../accounts/credits.ts';
import { dropSetupLink, keepSetupLink } from './data-folder.ts';
import { issueMissingSetupKey, issueSetupKey } from './installation.ts';

interface Greeting {
    config: Config;
    now: () => number;
    isWithDemo: boolean;
    /** Whether a person reads it: the output of a pipe may be stored by a log collector. */
    isTerminal: boolean;
}

export async function greeting(store: Store, { config, now, isWithDemo, isTerminal }: Greeting) {
    const { baseUrl, dataDir } = config;
    const isSetUp = await hasUsers(store.read);
    if (isSetUp) dropSetupLink(dataDir);
    const link = isSetUp ? [] : [await setupLine(store, config, { at: now(), isTerminal })];
    const advice = isSetUp ? await creditsAdvice(store.read, config) : undefined;
    return [
        `Sage Council is running at  ${baseUrl}`,
        ...link,
        `API documentation:          ${baseUrl}/docs`,
        ...(isWithDemo ? ['Demo:                       npm run demo'] : []),
        ...(advice === undefined ? [] : [advice]),
        ...plainAdvice(config),
        ''
    ].join('\n');
}

/** What plain HTTP on a network cannot do. */
const plainAdvice = ({ plainOnNetwork }: Config) =>
    !plainOnNetwork
        ? []
        : [
              'BASE_URL is http: others on the network can read passwords and answers, and forms sent from any other address than this are refused.'
          ];

/** A new link voids the one before, which another node may just have printed. */
async function setupLine(
    store: Store,
    { baseUrl, dataDir, database }: Config,
    { at, isTerminal }: { at: number; isTerminal: boolean }
) {
    const issue = database ? issueMissingSetupKey : issueSetupKey;
    const key = await store.write((tx) => issue(tx, at));
    if (key === undefined)
        return 'Setup:                      use the link of a start within the last 30 minutes, or get a new one: npm run -s cli -- setup link (in a container: sage-council setup link)';
    const link = `${baseUrl}/setup/${key}`;
    if (isTerminal) return `Setup (valid 30 minutes):   ${link}`;
    const file = keepSetupLink(dataDir, link);
    return `Setup (valid 30 minutes):   use the link in ${file}, or get a new one: npm run -s cli -- setup link (in a container: sage-council setup link)`;
}

/** What to do without a credit for a build or a screen; undefined where there is one, or where both are free. */
async function creditsAdvice(on: Reader, { buildCredits, screens }: Config) {
    const { available } = await account(on);
    const isFree = buildCredits === 0 && screens.credits === 0;
    if (isFree || available > 0) return undefined;
    const cost = `a build costs ${buildCredits}, a candidate ${screens.credits}`;
    const command = 'credits grant --amount 20 --reason Start';
    return `No credits left (${cost}). Add some with: npm run -s cli -- ${command} (in the container: sage-council ${command})`;
}

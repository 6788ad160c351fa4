// What whoever starts the service reads once it listens.
import type { Config } from '../../config/index.ts';
import { hasUsers } from '../accounts/users.ts';
import type { Store } from '../store/index.ts';
import { creditsAdvice } from './credits-advice.ts';
import { issueMissingSetupKey, issueSetupKey } from './installation.ts';

interface Greeting {
    config: Config;
    now: () => number;
    isWithDemo: boolean;
}

export async function greeting(store: Store, { config, now, isWithDemo }: Greeting) {
    const { baseUrl } = config;
    const link = (await hasUsers(store.read)) ? [] : [await setupLine(store, config, now())];
    const advice = await creditsAdvice(store.read, config);
    return [
        `Sage Council listens on     ${baseUrl}`,
        ...link,
        `What it can do:             ${baseUrl}/docs`,
        ...(isWithDemo ? ['Watch a sage being built:   npm run demo'] : []),
        ...(advice === undefined ? [] : [advice]),
        ''
    ].join('\n');
}

/** A new link voids the one before, which another node may just have printed. */
async function setupLine(store: Store, { baseUrl, database }: Config, at: number) {
    const issue = database ? issueMissingSetupKey : issueSetupKey;
    const key = await store.write((tx) => issue(tx, at));
    return key === undefined
        ? 'Set up:                     by the link that a start printed within the last 30 minutes'
        : `Set up, within 30 minutes:  ${baseUrl}/setup/${key}`;
}

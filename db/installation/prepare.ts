import type { Config } from '../../config/index.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { createFirstAdministrator, hasUsers } from '../accounts/users.ts';
import { Refusal } from '../store/refusal.ts';
import type { Store } from '../store/index.ts';
import { settingsOf } from '../record/settings.ts';
import { seedDemo } from './demo/data.ts';

type Wanted = Pick<Config, 'admin' | 'demoData' | 'inForce'>;

/**
 * Creates the administrator of the settings and the demo data in a new installation, and ends builds that no node can continue.
 */
export async function prepareStore(store: Store, config: Wanted, at: number) {
    const { admin, demoData } = config;
    if (admin && !(await hasUsers(store.read))) {
        const { login, email, password } = admin;
        const { organisation } = await settingsOf({ store, config });
        const owner = { names: [login, email], organisation: organisation.name };
        const passwordHash = await hashPassword(password, owner).catch(nameAdminPassword);
        await store.write(async (tx) => {
            if (await hasUsers(tx)) return; // another node has been faster
            await createFirstAdministrator(tx, { login, email, passwordHash }, { by: { name: 'start' }, at });
        });
    }
    if (demoData) await store.write((tx) => seedDemo(tx, at));
}

function nameAdminPassword(error: unknown): never {
    if (error instanceof Refusal) throw new Refusal(error.reason, `ADMIN_PASSWORD: ${error.message}`);
    throw error;
}

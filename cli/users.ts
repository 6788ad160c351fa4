// The commands about users.
import { settingsOf } from '../db/record/settings.ts';
import { setAccess } from '../db/accounts/access.ts';
import { disableUser, enableUser } from '../db/accounts/locking-out.ts';
import { roleNames } from '../db/accounts/capabilities.ts';
import { hashPassword } from '../db/accounts/passwords.ts';
import { recoverAccount } from '../db/accounts/pending-changes.ts';
import { addUser, describeUser, hasUsers, listUsers } from '../db/accounts/users.ts';
import { dropSetupLink } from '../db/installation/data-folder.ts';
import { issueSetupKey } from '../db/installation/installation.ts';
import { record } from '../db/record/audit.ts';
import { Refusal } from '../db/store/refusal.ts';
import { type Command, command, emailOf, grantsOf, oneOf, type Shell } from './options.ts';
import { passwordOf } from './password.ts';

const actOf = ({ now }: Shell) => ({ by: { name: 'cli' }, at: now() });

export const userCommands: Record<string, Command> = {
    'user add': command({
        about: 'Adds a user. `--password -` prompts for the password or reads one line from stdin.',
        needs: ['login', 'email', 'role', 'password'],
        takes: ['grant'],
        async run({ store, shell, config }, { login, email, role, password, grant }) {
            const user = {
                login,
                email: emailOf('email', email),
                role: oneOf('role', roleNames, role),
                grants: grantsOf(grant)
            };
            const { organisation } = await settingsOf({ store, config });
            const owner = { names: [login, email], organisation: organisation.name };
            const passwordHash = await hashPassword(await passwordOf(password, shell), owner);
            const { id } = await store.write((tx) => addUser(tx, { ...user, passwordHash }, actOf(shell)));
            return { id, login };
        }
    }),
    'setup link': {
        about: 'Creates a setup link, valid for 30 minutes. Earlier links stop working.',
        async run({ store, config, shell }) {
            const key = await store.write(async (tx) => {
                if (await hasUsers(tx)) throw new Refusal('wrong_state', 'This server is already set up.');
                await record(tx, { act: 'setup.link', target: 'installation', ...actOf(shell) });
                return issueSetupKey(tx, shell.now());
            });
            dropSetupLink(config.dataDir); // the link in it is invalid
            return { link: `${config.baseUrl}/setup/${key}` };
        }
    },
    'user list': {
        about: 'Lists all users and their permissions.',
        columns: ['id', 'login', 'email', 'role', 'disabled', 'capabilities'],
        run: async ({ store }) => ({ items: (await listUsers(store.read)).map(describeUser) })
    },
    'user disable': command({
        about: 'Disables a user and ends their sessions.',
        needs: ['login'],
        run: async ({ store, shell }, { login }) =>
            describeUser(await store.write((tx) => disableUser(tx, login, actOf(shell))))
    }),
    'user enable': command({
        about: 'Enables a disabled user. The old password still works.',
        needs: ['login'],
        run: async ({ store, shell }, { login }) =>
            describeUser(await store.write((tx) => enableUser(tx, login, actOf(shell))))
    }),
    'user passwd': command({
        about: "Changes a user's password, ends their sessions and cancels pending changes.",
        needs: ['login', 'password'],
        async run({ store, shell, config }, { login, password }) {
            const { organisation } = await settingsOf({ store, config });
            const owner = { names: [login], organisation: organisation.name };
            const passwordHash = await hashPassword(await passwordOf(password, shell), owner);
            return describeUser(
                await store.write((tx) => recoverAccount(tx, login, passwordHash, actOf(shell)))
            );
        }
    }),
    'user grant': command({
        about: 'Sets a user\'s additional permissions. `--grant ""` removes all of them.',
        needs: ['login', 'grant'],
        run: async ({ store, shell }, { login, grant }) =>
            describeUser(
                await store.write((tx) => setAccess(tx, login, { grants: grantsOf(grant) }, actOf(shell)))
            )
    })
};

// What the council does over HTTP: builds a sage, puts it to work, invites and turns it off.
import { login } from '../support/clients/client.ts';
import { until } from '../support/servers/process.ts';
import { engineer } from '../support/fixtures/sages.ts';

export type Council = Awaited<ReturnType<typeof joinCouncil>>;

export async function joinCouncil(url: string) {
    const client = await login(url);
    const sage: { id: number } = (await client.send('POST', '/sages', engineer)).body.data.sage;
    const act = async (name: string) => (await client.action(name, { sage_id: sage.id })).body;
    return {
        sageId: sage.id,
        /** Answers when the build is over. */
        async build() {
            const { run_id } = await act('svc_start_full_sage_build');
            const state = async () => (await client.action('svc_get_workflow_status', { run_id })).body.state;
            await until('the build', async () => (await state()) !== 'running');
            return String(await state());
        },
        skipTesting: () => act('skip_testing_update_step'),
        toggle: () => act('svc_toggle_sage_status'),
        demoUrl: async () => String((await act('svc_toggle_demo_key')).data.demo_url),
        async invite(name: string) {
            const candidate = { name, email: `${name.toLowerCase()}@example.test` };
            const { body } = await client.send('POST', '/screens', {
                sage_id: sage.id,
                candidate,
                invite: true
            });
            return { id: String(body.data.screen.id), link: String(body.data.link), ...candidate };
        },
        screen: async (id: string): Promise<Screen> => (await client.get(`/screens/${id}`)).body.data.screen,
        grant: (amount: number) => client.send('POST', '/credits', { amount, reason: 'for a walk' })
    };
}

interface Screen {
    status: string;
}

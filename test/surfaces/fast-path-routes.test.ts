// What the fast path must know of the server: a new extension or a new guard of a route would be missing in it.
import test from 'ava';
import { createTestApp } from '../support/servers/test-app.ts';

interface Extensions {
    route: Record<string, Extension>;
    server: Record<string, Extension>;
}
type Extension = { nodes?: { realm: { plugin?: string } }[] | null };
type Core = { extensions: Extensions; decorations: { requestApply?: Map<string, unknown> } };

const namesOf = ({ nodes }: Extension) =>
    (nodes ?? []).map(({ realm }) => realm.plugin ?? 'the tests').toSorted();

test('the fast path contains every extension of the server that affects its routes', async (t) => {
    const { server } = await createTestApp(t);
    const { extensions, decorations } = (server as unknown as Record<'_core', Core>)['_core'];
    const known = {
        // The address of an action, cookies of others (the fast path reads them by the same rule), reserved connections, an address
        // without a path, `?_method=`, with which no address is one of the fast path, and the request that jobs come from: what
        // the fast path answers wants none.
        onRequest: 'actions auth connections errors form-targets lingering-close responses'.split(' '),
        onPreAuth: ['auth', 'headers'], // large bodies of those who need no login, and pages of other sites
        onCredentials: [],
        onPostAuth: ['limits'],
        onPreHandler: [],
        onPostHandler: [],
        // The headers; the others wait for a refusal, for a form that a browser posted, for an unread body.
        onPreResponse: ['errors', 'form-posts', 'headers', 'lingering-close'],
        onPostResponse: []
    };
    const ofTests = (names: string[]) => names.filter((name) => name !== 'the tests');
    for (const [event, names] of Object.entries(known))
        t.deepEqual(ofTests(namesOf(extensions.route[event] ?? {})), names, event);
    t.deepEqual(Object.keys(extensions.route).toSorted(), Object.keys(known).toSorted());
    t.deepEqual([...(decorations.requestApply?.keys() ?? [])], ['clientAddress']); // no hot route asks for it
    const ofRoutes = server.table().filter(({ settings }) => settings.app?.hot) as unknown as Route[];
    t.is(ofRoutes.length, 4);
    for (const { path, settings, realm, ['_extensions']: effective } of ofRoutes) {
        for (const [event, names] of Object.entries(known))
            if (event !== 'onRequest')
                t.deepEqual(ofTests(namesOf(effective[event] ?? {})), names, `${path} ${event}`);
        t.deepEqual(Object.values(realm['_extensions']).flatMap(namesOf), []);
        t.deepEqual(
            [settings.pre, settings.ext, settings.security, settings.cors, settings.timeout.socket],
            [undefined, {}, null, false, undefined]
        );
        const { failAction: _failAction, options: _options, ...validated } = settings.validate;
        t.deepEqual(Object.values(validated).filter(Boolean), []);
    }
});

interface Route {
    path: string;
    settings: Record<'pre' | 'ext' | 'security' | 'cors', unknown> & {
        timeout: { socket?: unknown };
        validate: Record<string, unknown>;
    };
    realm: { _extensions: Record<string, Extension> };
    _extensions: Record<string, Extension>;
}

test('no other route has an address of the fast path', async (t) => {
    const { server } = await createTestApp(t);
    for (const { method, path, settings } of server.table()) {
        if (!settings.app?.hot) continue;
        for (const param of ['x', '00000000-0000-4000-8000-000000000000', 'versions'])
            t.is(server.match(method as 'get', path.replace(/\{\w+\}/, param))?.path, path);
        const beginning = path.slice(0, path.lastIndexOf('/') + 1);
        const beside = server
            .table()
            .filter((other) => other.method === method && other.path.startsWith(beginning));
        if (path.endsWith('}'))
            t.deepEqual(
                beside
                    .filter((other) => !other.path.slice(beginning.length).includes('/'))
                    .map((one) => one.path),
                [path]
            );
    }
});

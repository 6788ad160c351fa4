// The order of /openapi.json: that of its paths.
import Hapi from '@hapi/hapi';
import test from 'ava';
import { loadConfig } from '../../config/index.ts';
import { openapi } from '../../plugins/surfaces/openapi/index.ts';
import { pageDocs } from '../../plugins/surfaces/openapi/route-docs.ts';

test('the document has one order, whatever was registered first', (t) => {
    const config = loadConfig({});
    const documentFor = (letters: string[]) => {
        const server = Hapi.server();
        for (const letter of letters)
            for (const method of ['POST', 'GET'] as const)
                server.route({
                    method,
                    path: `/things/{id}/${letter}`,
                    options: pageDocs(`${method}${letter}`, letter),
                    handler: () => null
                });
        return openapi(server, config);
    };
    const letters = ['a', 'b', 'c', 'd'];
    const inOrder = documentFor(letters);
    t.deepEqual(
        Object.entries(inOrder.paths).map(([path, methods]) => [path, Object.keys(methods)]),
        letters.map((letter) => [`/things/{id}/${letter}`, ['get', 'post']])
    );
    for (const others of [letters.toReversed(), ['c', 'a', 'd', 'b']])
        t.is(JSON.stringify(documentFor(others)), JSON.stringify(inOrder));
});

// Every route of the server's own table with every kind of caller: who has access, to which objects, and all refusals.
import type { RequestRoute } from '@hapi/hapi';
import test from 'ava';
import { held, people } from '../access/askers.ts';
import { askedOf, askRoute, openSettings } from '../access/asking.ts';
import { paragraphOf, recordedKeys, toldAt } from '../access/matrix.ts';
import { entries } from '../access/routes/index.ts';
import { createTestApp } from '../support/servers/test-app.ts';
import '../support/runs/turns.ts';

const lacking = (some: string[], others: string[]) => some.filter((one) => !others.includes(one)).sort();
const keyOf = ({ method, path }: RequestRoute) => `${method} ${path}`;

test('access-matrix.txt lists exactly the routes of the server [P29]', async (t) => {
    const { server } = await createTestApp(t);
    const routes = server.table().map(keyOf);
    t.deepEqual(lacking(routes, recordedKeys), [], 'routes that nobody has asked: npm run write');
    t.deepEqual(lacking(recordedKeys, routes), [], 'the server does not have them: npm run write');
    t.deepEqual(lacking(Object.keys(entries), routes), [], 'what is asked below test/access/routes');
});

const shares = 8;

for (let share = 0; share < shares; share += 1)
    test(`share ${share + 1} of the routes: each role gets the status in access-matrix.txt [P29]`, async (t) => {
        const settings = await openSettings(t);
        const asked = askedOf(settings.server).filter((_, place) => place % shares === share);
        let cells = 0;
        for (const one of asked) {
            const { told, faults } = await askRoute(settings, one);
            cells += Object.values(told).flatMap((statuses) => [...statuses]).length;
            t.deepEqual(faults, []);
            t.is(
                paragraphOf(one.key, told),
                paragraphOf(one.key, toldAt(one.key)),
                'npm run write writes it anew'
            );
        }
        t.log(`${cells} cells`);
    });

test('each role holds its capabilities and no others [P29]', async (t) => {
    const testApp = await createTestApp(t);
    for (const person of people) {
        const { data } = (await (await testApp.as(person)).get('/session')).body;
        t.deepEqual(data.user.capabilities.toSorted(), held[person].toSorted(), person);
    }
});

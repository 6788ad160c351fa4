// What others write while a person is erased from their texts.
import test from 'ava';
import { searchRows, wantedBy } from '../../db/erasing/mentions.ts';
import { taskLinks } from '../../db/agents/task-links.ts';
import { placesIn } from '../../db/erasing/places.ts';
import { exactAddresses } from '../../db/erasing/scrubbing.ts';
import type { Store } from '../../db/store/index.ts';
import { listTasks, putTask, replaceTask } from '../../db/agents/task-links.ts';
import { createTestApp } from '../support/servers/test-app.ts';

test('a text that another user changes during the search keeps their change', async (t) => {
    const { store, now } = await createTestApp(t);
    const of = (crmId: string, title: string) => ({ crmId, title });
    const [changed] = await store.write(async (tx) => [
        await putTask(tx, of('1', 'Call ada@example.test'), now()),
        await putTask(tx, of('2', 'Write to ada@example.test'), now())
    ]);
    let isChanged = false;
    const write: Store['write'] = async (work) => {
        if (!isChanged) {
            isChanged = true;
            await store.write((tx) => replaceTask(tx, changed?.id ?? 0, of('1', 'Call the others'), now()));
        }
        return store.write(work);
    };
    const traits = { name: 'Ada Byron', email: 'ada@example.test', texts: [] };
    const ada = wantedBy({ screenId: 'x', at: 1, by: 'test', traits, searchedAt: null, endedAt: null });
    await searchRows({
        store: { ...store, write },
        places: placesIn([taskLinks]),
        people: [ada],
        addresses: exactAddresses([traits]),
        yieldNow: async () => undefined
    });
    t.is(ada.left(), null);
    const titles = (await listTasks(store.read, { limit: 9, offset: 0 })).items.map(({ title }) => title);
    t.deepEqual(titles.toSorted(), ['Call the others', 'Write to (erased)']);
});

import test from 'ava';
import { cachedUntilCommit } from '../../db/store/commit-cache.ts';

const end = 20_000;

/** A store that commits on request, and a rule that looks names up. */
function fixtures() {
    const asked: string[] = [];
    const state = { version: 1, found: 'first' as string | undefined };
    const find = async (name: string) => {
        asked.push(name);
        return state.found && `${name} is ${state.found}`;
    };
    const who = cachedUntilCommit({ version: () => state.version }, find, () => end);
    return { who, asked, state, commit: () => (state.version += 1) };
}

test('a result is cached until the next commit', async (t) => {
    const { who, asked, state, commit } = fixtures();
    t.is(await who('ada', 10_000), 'ada is first');
    state.found = 'second';
    t.is(await who('ada', 11_999), 'ada is first');
    commit();
    t.is(await who('ada', 12_000), 'ada is second');
    t.deepEqual(asked, ['ada', 'ada']);
});

test('a result that ends at a time is looked up again after that time', async (t) => {
    const { who, state } = fixtures();
    await who('ada', 19_999);
    state.found = undefined;
    t.is(await who('ada', 19_999), 'ada is first');
    t.is(await who('ada', end), undefined);
});

test('what was read before a commit is not remembered after it', async (t) => {
    const { who, state, commit } = fixtures();
    const before = who('ada', 10_000);
    state.found = undefined;
    commit();
    t.is(await before, 'ada is first');
    t.is(await who('ada', 10_000), undefined);
});

test('a lookup without a result is not cached', async (t) => {
    const { who, state } = fixtures();
    state.found = undefined;
    t.is(await who('ada', 10_000), undefined);
    state.found = 'first';
    t.is(await who('ada', 10_000), 'ada is first');
});

test('a thousand are remembered at most', async (t) => {
    const { who, asked } = fixtures();
    for (let n = 0; n <= 1000; n += 1) await who(`${n}`, 10_000);
    await who('1000', 10_000);
    t.is(asked.length, 1001);
    await who('0', 10_000);
    t.is(asked.length, 1002);
});

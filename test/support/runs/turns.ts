// A test file that imports this has its tests take turns: by itself ava starts all that are not serial at once, and each
// has a server. Dozens of them hold each other up until what is timed in real seconds is late. Not for a file that waits
// before its first test: ava wants all tests declared in one go, hooks included. No p-limit: a turn of its own lasts as long
// as one function, and these last from one hook to another.
import test from 'ava';

const waiting: (() => void)[] = [];
let free = 2;

test.beforeEach(async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
});

test.afterEach.always(() => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
});

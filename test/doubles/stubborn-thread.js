// In the place of the reader's thread: what an answer says is what it does. All others are read by telling which thread it is.
import { parentPort, threadId } from 'node:worker_threads';

const does = {
    hang: () => /^(?:a+)+$/.test(`${'a'.repeat(60)}!`), // for years
    grow: () => {
        for (const all = []; ;) all.push(Array(1_000_000).fill(all.length));
    },
    end: () => process.exit(1)
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
const tell = (reply) => parentPort.postMessage(reply);

parentPort.on('message', ({ criterion, answer }) => {
    if (answer === 'fail') return tell({ error: new TypeError('a fault of the reader') });
    does[answer]?.();
    const found = { level: 'unscored', quotes: [], reason: `${threadId}`, flags: [] };
    tell({ finding: { criterion_id: criterion.id, ...found } });
});
tell('ready');

// The thread of thread.ts. It is JavaScript because any TypeScript that is loaded before the cache is open loads Node's
// compiler for it, 15 MB.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';

enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/compiled'));
const { MalformedBody, readJsonBody } = await import('./parsing.ts');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
const tell = (reply) => parentPort.postMessage(reply);

parentPort.on('message', ({ bytes, most }) => {
    try {
        tell({ fields: readJsonBody(bytes, most) });
    } catch (error) {
        tell({ isMalformed: error instanceof MalformedBody, message: error.message });
    }
});
tell('ready');

// Sends the same large body several times, in a separate thread.
import { parentPort, workerData } from 'node:worker_threads';

const { url, type, times } = workerData as { url: string; type: string; times: number };
const body = JSON.stringify({ name: 'x', content_base64: 'A'.repeat(11 * 1024 * 1024) });
const headers = { 'content-type': type, 'x-service-token': 'wrong' };
const answers: (number | string)[] = [];
for (let i = 0; i < times; i++) {
    const sent = fetch(url, { method: 'POST', headers, body });
    answers.push(await sent.then(async (answer) => (await answer.text()) && answer.status, String));
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(answers);

// What all hand-written twins share: node:http, request bodies as text, responses as JSON, and a store to write to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export function serve(port: string, answer: Answer) {
    createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => answer(request, response, Buffer.concat(parts).toString()));
    }).listen(Number(port), '127.0.0.1');
}

const type = 'application/json; charset=utf-8';

export function end(response: ServerResponse, status: number, answer: object, headers: object = {}) {
    const body = JSON.stringify(answer);
    const length = Buffer.byteLength(body);
    response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers }).end(body);
}

/** As safe as the product's own: what is committed is on the disk. */
export function openWritable(file: string) {
    const store = new Sqlite(file, { timeout: 5000 });
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
        store.pragma(pragma);
    return { store, begin: store.prepare('BEGIN IMMEDIATE'), commit: store.prepare('COMMIT') };
}

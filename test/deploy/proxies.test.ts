// The examples of proxies, against what the service needs of one. They were run before two servers by hand: docs/operations.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/proxies', name), 'utf8');
const nginx = read('nginx.conf');
const haproxy = read('haproxy.cfg');
/** The largest time limit of a tool, in seconds: write_storage_object. */
const slowestTool = 15;

const seconds = (text: string, setting: RegExp) =>
    Array.from(text.matchAll(setting), ([, time]) => Number(time)).toSorted((a, b) => a - b);

test('a node that froze holds a request hardly longer than the slowest tool may take, and never cuts that tool off', (t) => {
    for (const [least] of [
        seconds(nginx, /proxy_read_timeout (\d+)s;/g),
        seconds(haproxy, /timeout server (\d+)s/g)
    ])
        t.true(least !== undefined && least > slowestTool && least < slowestTool + 5);
});

test('no example sends a write twice: nginx repeats none that was sent, and HAProxy ends no write of a node that is left out', (t) => {
    t.notRegex(nginx, /non_idempotent/);
    t.regex(nginx, /proxy_next_upstream error timeout;/);
    const [, writes = ''] = haproxy.split('\nbackend writes\n');
    t.true(writes.includes('server node-a'));
    t.notRegex(writes, /shutdown-sessions|retry-on/);
    t.notRegex(haproxy, /retry-on/);
});

test('every example asks or leaves out nodes, lets the largest body through, says who asks, and logs no query', (t) => {
    t.regex(haproxy, /option httpchk GET \/readyz\n.*expect status 200/);
    t.regex(haproxy, /inter 2s fall 2/);
    t.is(seconds(nginx, /max_fails=1 fail_timeout=(\d+)s;/g).length, 2);
    t.regex(nginx, /client_max_body_size 15m;/);
    t.regex(nginx, /X-Forwarded-For \$remote_addr;/);
    t.regex(haproxy, /option forwardfor/);
    t.notRegex(nginx, /log_format .*\$(request|request_uri|args)\b/);
});

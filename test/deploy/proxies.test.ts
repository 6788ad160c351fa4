// The examples of proxies, against what the service needs of one. They were run before two nodes by hand: docs/operate/use-a-proxy.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { loadConfig } from '../../config/index.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/proxies', name), 'utf8');
const nginx = read('nginx.conf');
const nginxPath = read('nginx-path.conf');
const haproxy = read('haproxy.cfg');
/** The largest time limit of a tool, in seconds: write_storage_object. */
const slowestTool = 15;

const seconds = (text: string, setting: RegExp) =>
    Array.from(text.matchAll(setting), ([, time]) => Number(time)).toSorted((a, b) => a - b);

test('each proxy waits for a frozen node little longer than the slowest tool may take', (t) => {
    for (const [least] of [
        seconds(nginx, /proxy_read_timeout (\d+)s;/g),
        seconds(nginxPath, /proxy_read_timeout (\d+)s;/g),
        seconds(haproxy, /timeout server (\d+)s/g)
    ])
        t.true(least !== undefined && least > slowestTool && least < slowestTool + 5);
});

test('no proxy example sends a write twice or ends a write of a removed node', (t) => {
    t.notRegex(nginx + nginxPath, /non_idempotent/);
    t.regex(nginx, /proxy_next_upstream error timeout;/);
    const [, writes = ''] = haproxy.split('\nbackend writes\n');
    t.true(writes.includes('server node-a'));
    t.notRegex(writes, /shutdown-sessions|retry-on/);
    const [forAll = ''] = haproxy.split('\nbackend reads\n');
    t.notRegex(forAll, /shutdown-sessions|retry-on/);
});

test('a GET that waits for a removed node is retried on the other, also on a kept connection', (t) => {
    const [, reads = ''] = /\nbackend reads\n((?: .*\n)+)/.exec(haproxy) ?? [];
    t.regex(reads, /on-marked-down shutdown-sessions/);
    t.regex(reads, /retry-on conn-failure empty-response response-timeout/);
});

test('every proxy example checks nodes, allows the largest body, sends the client, logs no query', (t) => {
    t.regex(haproxy, /option httpchk GET \/readyz\n.*expect status 200/);
    t.regex(haproxy, /inter 2s fall 2/);
    t.is(seconds(nginx, /max_fails=1 fail_timeout=(\d+)s;/g).length, 2);
    for (const one of [nginx, nginxPath]) {
        t.regex(one, /client_max_body_size 15m;/);
        t.regex(one, /X-Forwarded-For \$remote_addr;/);
    }
    t.regex(haproxy, /option forwardfor/);
    for (const one of [nginx, nginxPath]) t.notRegex(one, /log_format .*\$(request|request_uri|args)\b/);
});

test('the example with a path removes it before the service, and BASE_URL accepts the path', (t) => {
    const [, url = ''] = /BASE_URL=(\S+)\. /.exec(nginxPath) ?? [];
    const { basePath } = loadConfig({ BASE_URL: url });
    const locations = Array.from(nginxPath.matchAll(/location (?:= )?(\S+) \{/g), ([, at = '']) => at);
    t.true(locations.includes(basePath) && locations.includes(`${basePath}/`));
    const passed = nginxPath.matchAll(
        /location (?:= )?(\/\S+) \{[^{}]*?proxy_pass http:\/\/sage_council(\S*);/g
    );
    const taken = Array.from(passed, ([, at = '', to]) => [at.slice(basePath.length), to]);
    t.deepEqual(taken.slice(0, 2), [
        ['/', '/'],
        ['/rest/svc/v1/settings/evaluator-test', '/rest/svc/v1/settings/evaluator-test']
    ]);
});

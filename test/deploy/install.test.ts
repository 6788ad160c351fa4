// The files for those who install it: the image, the unit of systemd and the command, as text.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { version, license, bin, scripts } = JSON.parse(read('package.json')) as {
    version: string;
    license: string;
    bin: Record<string, string>;
    scripts: { start: string };
};
const dockerfile = read('Dockerfile');

test('the image has labels for version and revision, a package list, and a user without rights', (t) => {
    t.true(dockerfile.includes(`org.opencontainers.image.version="${version}"`));
    for (const name of ['title', 'description', 'revision', 'created', 'source', 'base.name'])
        t.true(dockerfile.includes(`org.opencontainers.image.${name}=`), name);
    t.regex(dockerfile, /npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx/);
    t.regex(dockerfile, /^COPY --from=modules \/app\/sbom\.cdx\.json /m);
    t.regex(dockerfile, /^USER node$/m);
    t.regex(dockerfile, /^COPY docs\/third-party\.md /m);
});

test('every file that names the version of the program names that of package.json', (t) => {
    const lock = JSON.parse(read('package-lock.json')) as {
        version: string;
        packages: Record<string, { version: string; license?: string }>;
    };
    t.is(lock.version, version);
    t.like(lock.packages[''], { version, license });
    const [, newest] = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md')) ?? [];
    t.is(newest, version);
    t.true(read('docs/operate/install.md').includes(`sage-council:${version} `));
    t.true(read('docs/operate/monitor.md').includes(`"version":"${version}"`));
});

test('files that the image copies exist and are not ignored', (t) => {
    const allowed = read('.dockerignore').split('\n');
    const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, names = '']) =>
        names.split(' ')
    ).flat();
    t.true(copied.length > 7);
    for (const name of copied) {
        t.true(existsSync(join(root, name)), name);
        t.true(allowed.includes(`!${name}`), name);
    }
});

test('the command has a name in package.json and in the image, and may be run', (t) => {
    const path = bin['sage-council'] ?? '';
    t.true((statSync(join(root, path)).mode & 0o111) === 0o111);
    t.regex(read(path), /^#!\/usr\/bin\/env node\n/);
    t.true(dockerfile.includes(`ln -s /app/${path} /usr/local/bin/sage-council`));
});

test('the unit starts the command of npm start, and restarts except after a wrong setting', (t) => {
    const unit = read('deploy/sage-council.service');
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
    t.is(setting('ExecStart'), `/opt/sage-council/node_modules/.bin/${scripts.start?.replace(/^exec /, '')}`);
    t.is(setting('KillMode'), 'mixed');
    t.is(setting('RestartPreventExitStatus'), '78');
    t.is(setting('Restart'), 'on-failure');
    t.is(setting('StartLimitIntervalSec'), '0');
    t.is(setting('StartLimitBurst'), undefined);
    t.is(setting('ProtectSystem'), 'strict');
    t.is(setting('CapabilityBoundingSet'), '');
    t.is(setting('NoNewPrivileges'), 'true');
    t.is(setting('User'), 'sage-council');
    t.is(setting('Environment'), `NODE_ENV=production DATA_DIR=/var/lib/${setting('StateDirectory')}`);
});

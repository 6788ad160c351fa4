// The house: every arrow points down, and what talks to a library lives in one place.
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { importsOf } from './support/runs/imports.ts';

const root = join(import.meta.dirname, '..');
const files = globSync('{*.ts,{cli,config,plugins,jobs,db,words}/**/*.ts}', { cwd: root });

const imports = files.flatMap((file) => importsOf(file).map((one) => ({ file, ...one })));
type Import = (typeof imports)[number];

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'root');
const partsOfRoot = ['cli', 'config'];
const floorOf = (path: string) => (partsOfRoot.includes(folderOf(path)) ? 'root' : folderOf(path));
const isOurs = (target: string) => files.includes(target);

test('plugins import db, jobs import db, and db imports only itself', (t) => {
    const allowed: Record<string, string[]> = {
        root: ['root', 'plugins', 'jobs', 'db'],
        plugins: ['plugins', 'db', 'words'],
        jobs: ['jobs', 'db', 'words'],
        db: ['db'],
        words: ['words']
    };
    const handedDown = ['config/index.ts', 'config/outgoing.ts'];
    const typesOfRoots = ({ target, typeOnly }: Import) => typeOnly && handedDown.includes(target);
    t.true(imports.length > 200);
    const wrong = imports
        .filter(({ target }) => isOurs(target))
        .filter(({ file, target }) => !allowed[floorOf(file)]?.includes(floorOf(target)))
        .filter((one) => !typesOfRoots(one));
    t.deepEqual(wrong, []);
});

test('no modules import each other in a circle, types counted too', (t) => {
    const targets = Map.groupBy(
        imports.filter(({ target }) => isOurs(target)),
        ({ file }) => file
    );
    const circles: string[] = [];
    const clean = new Set<string>();
    const look = (file: string, way: string[]) => {
        if (clean.has(file)) return;
        if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
        for (const { target } of targets.get(file) ?? []) look(target, [...way, file]);
        clean.add(file);
    };
    for (const file of files) look(file, []);
    t.deepEqual(circles, []);
});

test('a folder imports only folders that are before it in this list', (t) => {
    const orders: Record<string, string> = {
        db:
            'store record jobs accounts sales sages screens builds judgement ' +
            'support agents erasing council installation migrations',
        'plugins/surfaces':
            'http auth openapi pages tools fast-path ' +
            'errors.ts actions.ts json-routes.ts backend.ts rest.ts public-rest.ts public-pages human-check index.ts'
    };
    for (const [floor, order] of Object.entries(orders)) {
        const roomOf = (path: string) => relative(floor, path).split('/')[0] ?? '';
        const inside = imports.filter(({ file, target }) =>
            [file, target].every((path) => path.startsWith(`${floor}/`) && isOurs(path))
        );
        const rooms = order.split(' ');
        const placeOf = (path: string) => rooms.indexOf(roomOf(path));
        t.deepEqual(
            inside.filter(({ file, target }) => placeOf(target) < 0 || placeOf(target) > placeOf(file)),
            []
        );
    }
});

test('the settings and the outgoing module import no other module', (t) => {
    const wrong = imports.filter(
        ({ file, target }) => file.startsWith('config/') && isOurs(target) && !target.startsWith('config/')
    );
    t.deepEqual(wrong, []);
});

test('a feature never imports another feature: they meet in db', (t) => {
    const feature = (path: string) => /^plugins\/((?:accounts\/|agents\/)?[^/.]+)/.exec(path)?.[1] ?? '';
    const lists = ['plugins', 'plugins/accounts', 'plugins/agents'].map((folder) => `${folder}/index.ts`);
    const shared = ['app', 'surfaces', 'shared'];
    const wrong = imports
        .filter(({ file, target }) => file.startsWith('plugins/') && target.startsWith('plugins/'))
        .filter(({ file }) => !lists.includes(file))
        .filter(({ target }) => !shared.includes(feature(target)))
        .filter(({ file, target }) => feature(file) !== feature(target));
    t.deepEqual(wrong, []);
});

test('the ways in know no feature, and no table or rule of what features are about', (t) => {
    const ofFeatures =
        /^(plugins\/shared|db\/(builds|council|erasing|judgement|sages|sales|screens|support|accounts\/credits|jobs\/mails))\b/;
    const wrong = imports.filter(
        ({ file, target }) => file.startsWith('plugins/surfaces/') && ofFeatures.test(target)
    );
    t.deepEqual(wrong, []);
});

test('every library has one home', (t) => {
    const homes: [library: RegExp, home: RegExp][] = [
        [/^(@hapi\/|joi$)/, /^(plugins\/|cli\/|config\/|[a-z]+\.ts$)/],
        [/^drizzle-orm/, /^db\/store\/drizzle\.ts$/],
        [/^@zxcvbn-ts\//, /^db\/accounts\/strength\//],
        [/^better-sqlite3$/, /^db\/store\/(sqlite\/|drizzle\.ts$)/],
        [/^pg$/, /^(jobs\/|db\/store\/postgres\/connections\.ts$)/],
        [/^(graphile-worker|nodemailer)$/, /^jobs\//],
        [/^(undici|ipaddr\.js)$/, /^config\/outgoing\.ts$/],
        [/^@modelcontextprotocol\//, /^plugins\/surfaces\/tools\/mcp\.ts$/],
        [/^s3mini$/, /^plugins\/agents\/storage\/s3\.ts$/],
        [/^intl-messageformat$/, /^words\//],
        [/^csv-parse/, /^plugins\/surfaces\/http\/bodies\/csv\.ts$/],
        [/^wink-/, /^jobs\/evaluation\/evidence\/tokens\.ts$/]
    ];
    const wrong = imports.filter(({ file, target }) =>
        homes.some(([library, home]) => library.test(target) && !home.test(file))
    );
    t.deepEqual(wrong, []);
});

test('process.env is read in config/index.ts alone', (t) => {
    const readers = files.filter((file) =>
        /process\.env\b/.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*$/gm, ''))
    );
    t.deepEqual(readers, ['config/index.ts']);
});

test('nothing below the roots reads the clock', (t) => {
    const asking = files.filter(
        (file) =>
            floorOf(file) !== 'root' &&
            /Date\.now\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8'))
    );
    t.deepEqual(asking, []);
});

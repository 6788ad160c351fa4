// The stages of the Dockerfile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

test('what is built where no target is named is the service, without what runs model files', (t) => {
    const stages = dockerfile.split(/^(?=FROM )/m);
    t.is(stages.at(-1)?.trim(), 'FROM service');
    const withModel = stages.filter((stage) => /^[A-Z]+ .*deploy\/model/m.test(stage));
    t.deepEqual(
        withModel.map((stage) => stage.split('\n', 1)[0]),
        ['FROM modules AS model-modules', 'FROM service AS with-model']
    );
});

test('all stages use the same base image, and the release step finds it', (t) => {
    const images = dockerfile.match(/^FROM node:\d+\.\d+\.\d+-bookworm-slim\b/gm) ?? [];
    t.is(images.length, 2);
    t.is(new Set(images).size, 1);
    t.is(dockerfile.match(/^FROM node:[^ ]* AS service$/gm)?.length, 1);
    t.true(
        readFileSync(join(root, '.ci/pin-images'), 'utf8').includes(
            String.raw`^FROM \(node:[^ ]*\) AS service$`
        )
    );
});

test('of the engine for model files the lock file names only the binaries for Linux, and no host', (t) => {
    const text = readFileSync(join(root, 'deploy/model/package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, { cpu?: string[] }> };
    const binaries = Object.entries(packages).filter(([path]) => path.includes('@node-llama-cpp/'));
    t.deepEqual(
        binaries.map(([path, { cpu }]) => [path.split('/').at(-1), cpu]),
        [
            ['linux-arm64', ['arm64']],
            ['linux-x64', ['x64']]
        ]
    );
    t.false(text.includes('"resolved"'));
});

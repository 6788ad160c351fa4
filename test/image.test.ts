// The stages of the Dockerfile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

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

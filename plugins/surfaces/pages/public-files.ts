import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import inert from '@hapi/inert';
import type { Plugin, ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';

const folder = join(import.meta.dirname, '../public');

/** Scripts and styles: one route for each file, so that nothing else can be requested. */
export const publicFiles: Plugin<App> = {
    name: 'public-files',
    async register(server) {
        await server.register(inert);
        server.route(globSync('**/*.*', { cwd: folder }).map((name) => publicFile(name, join(folder, name))));
    }
};

/** Returns the route of a file that everybody may read and every browser may keep for an hour. */
export const publicFile = (name: string, path: string): ServerRoute => ({
    method: 'GET',
    path: `/public/${name}`,
    options: { cache: { expiresIn: 60 * 60 * 1000, privacy: 'public' } },
    handler: { file: { path, confine: dirname(path), etagMethod: 'hash' } }
});

import { globSync } from 'node:fs';
import { join } from 'node:path';
import inert from '@hapi/inert';
import type { Plugin, ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';

const folder = join(import.meta.dirname, '../public');

/** Scripts and styles: one route for each file, so that nothing else can be requested. */
export const publicFiles: Plugin<App> = {
    name: 'public-files',
    async register(server) {
        await server.register(inert);
        server.route(globSync('**/*.*', { cwd: folder }).map(routeOf));
    }
};

function routeOf(file: string): ServerRoute {
    return {
        method: 'GET',
        path: `/public/${file}`,
        options: { cache: { expiresIn: 60 * 60 * 1000, privacy: 'public' } },
        handler: { file: { path: join(folder, file), confine: folder, etagMethod: 'hash' } }
    };
}

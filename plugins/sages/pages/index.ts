// The pages on which authors make sages.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { listPage } from './list.ts';
import { newPage } from './new.ts';

export const sagePages: Plugin<App> = {
    name: 'sage-pages',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([listPage(app), newPage(app)]);
    }
};

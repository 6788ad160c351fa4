// The pages on which authors make sages.
import type { Plugin } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { criteriaPages } from './criteria.ts';
import { detailsPage } from './details.ts';
import { listPage } from './list.ts';
import { materialPages } from './material.ts';
import { newPage } from './new.ts';
import { resultsPage } from './results.ts';
import { statusPage } from './status.ts';

export const sagePages: Plugin<App> = {
    name: 'sage-pages',
    dependencies: ['auth', 'form-posts'],
    register(server, app) {
        server.route([
            listPage(app),
            newPage(app),
            detailsPage(app),
            ...criteriaPages(app),
            resultsPage(app),
            ...materialPages(app),
            statusPage(app)
        ]);
    }
};

// The pages on which authors create sages.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { criteriaPages } from './criteria.ts';
import { detailsPages } from './details.ts';
import { listPage } from './list.ts';
import { materialPages } from './material.ts';
import { newPage } from './new.ts';
import { resultsPages } from './results.ts';
import { statusPage } from './status.ts';

export const sagePages = (app: App): ServerRoute[] => [
    listPage(app),
    newPage(app),
    ...detailsPages(app),
    ...criteriaPages(app),
    ...resultsPages(app),
    ...materialPages(app),
    statusPage(app)
];

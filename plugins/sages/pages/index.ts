// The pages on which authors create sages.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { criteriaPages } from './criteria.ts';
import { detailsPages } from './details.ts';
import { homePage } from './home/index.ts';
import { listPage } from './list.ts';
import { materialPages } from './material.ts';
import { newPage } from './new.ts';
import { resultsPages } from './results.ts';

export const sagePages = (app: App): ServerRoute[] => [
    listPage(app),
    newPage(app),
    homePage(app),
    ...detailsPages(app),
    ...criteriaPages(app),
    ...resultsPages(app),
    ...materialPages(app)
];

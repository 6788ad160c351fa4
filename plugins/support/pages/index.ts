// The pages of the support staff, and what people alone may do there.
import type { ServerRoute } from '@hapi/hapi';
import type { App } from '../../app.ts';
import { sendAgainRoute } from '../mails.ts';
import { auditPage } from './audit-page.ts';
import { callsPage } from './calls-page.ts';
import { buildsPage } from './builds-page.ts';
import { deadPage } from './dead-page.ts';
import { newJobPage } from './new-page.ts';
import { jobPage } from './job-page.ts';
import { jobsPage } from './jobs-page.ts';
import { mailPage, mailsPage } from './mail-pages.ts';

export const supportPages = (app: App): ServerRoute[] => [
    jobsPage(app),
    jobPage(app),
    mailsPage(app),
    mailPage(app),
    sendAgainRoute(app),
    buildsPage(app),
    deadPage(app),
    newJobPage(app),
    auditPage(app),
    callsPage(app)
];

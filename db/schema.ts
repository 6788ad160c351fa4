// The list of tables, for drizzle-kit; nothing else imports it.
export { audit } from './audit.ts';
export { artifacts, runs, steps } from './builds.ts';
export { contextHistory, contexts } from './contexts.ts';
export { contentPages } from './content-pages.ts';
export { credits } from './credits.ts';
export { installation } from './installation.ts';
export { jobs } from './jobs.ts';
export { mails } from './mails.ts';
export { results, resultsVersions } from './results.ts';
export { sages } from './sages.ts';
export { screenAnswers, screens } from './screens.ts';
export { serviceTokens } from './service-tokens.ts';
export { sessions } from './sessions.ts';
export { taskLinks } from './task-links.ts';
export { toolCalls } from './tool-calls.ts';
export { traces } from './traces.ts';
export { users } from './users.ts';

// Every plugin there is: the ways in first, in the order in which a request meets them; then the features.
import { accounts } from './accounts.ts';
import { builds } from './builds/index.ts';
import { contentPages } from './content-pages/index.ts';
import { contexts } from './contexts.ts';
import { credits } from './credits.ts';
import { deals } from './deals/index.ts';
import { demoKeys } from './demo-keys.ts';
import { intake } from './intake/index.ts';
import { operations } from './operations.ts';
import { loginPage } from './login-page.ts';
import { passwordReset } from './password-reset/index.ts';
import { profile } from './profile/index.ts';
import { prompts } from './prompts.ts';
import { results } from './results.ts';
import { sageStatus } from './sage-status.ts';
import { sages } from './sages.ts';
import { candidate } from './screens/candidate.ts';
import { screens } from './screens/index.ts';
import { setup } from './setup.ts';
import { splash } from './splash.ts';
import { startPage } from './start-page.ts';
import { storage } from './storage/index.ts';
import { support } from './support/index.ts';
import { accessLog } from './surfaces/access-log.ts';
import { actions } from './surfaces/actions.ts';
import { auth } from './surfaces/auth.ts';
import { crossOrigin } from './surfaces/cross-origin.ts';
import { errors } from './surfaces/errors.ts';
import { headers } from './surfaces/headers.ts';
import { humanCheck } from './surfaces/human-check.ts';
import { limits } from './surfaces/limits.ts';
import { lingeringClose } from './surfaces/lingering-close.ts';
import { mcp } from './surfaces/mcp.ts';
import { plainForms } from './surfaces/plain-forms.ts';
import { publicFiles } from './surfaces/public-files.ts';
import { tools } from './surfaces/tools.ts';
import { taskLinks } from './task-links.ts';
import { traces } from './traces/index.ts';

export const surfaces = [
    accessLog,
    lingeringClose,
    errors,
    plainForms,
    headers,
    crossOrigin,
    auth,
    limits,
    humanCheck,
    actions,
    tools,
    mcp,
    publicFiles
];
export const features = [
    startPage,
    accounts,
    loginPage,
    setup,
    passwordReset,
    profile,
    sages,
    sageStatus,
    demoKeys,
    builds,
    screens,
    candidate,
    credits,
    deals,
    splash,
    intake,
    results,
    contexts,
    prompts,
    taskLinks,
    traces,
    contentPages,
    storage,
    support,
    operations
];

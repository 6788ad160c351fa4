// All plugins: first the surfaces, on which the features stand. Within the surfaces the order does not matter: a plugin
// whose extension must run before another's says so itself.
import { accounts } from './accounts/login/index.ts';
import { apiDocs } from './operations/api-docs/index.ts';
import { builds } from './builds/index.ts';
import { contentPages } from './agents/content-pages/index.ts';
import { contexts } from './sages/contexts.ts';
import { credits } from './accounts/credits/index.ts';
import { deals } from './deals/index.ts';
import { demoKeys } from './sages/demo-keys.ts';
import { gold } from './gold/index.ts';
import { intake } from './intake/index.ts';
import { metrics } from './operations/metrics/index.ts';
import { operations } from './operations/index.ts';
import { loginPage } from './accounts/login/page.ts';
import { people } from './accounts/people/index.ts';
import { passwordReset } from './accounts/password-reset/index.ts';
import { profile } from './accounts/profile/index.ts';
import { prompts } from './sages/prompts.ts';
import { results } from './sages/results-templates.ts';
import { drafts } from './sages/drafts.ts';
import { sagePages } from './sages/pages/index.ts';
import { sageStatus } from './sages/status.ts';
import { sages } from './sages/index.ts';
import { templates } from './sages/templates.ts';
import { candidate } from './screens/candidate.ts';
import { candidateData } from './screens/erasing/index.ts';
import { screens } from './screens/index.ts';
import { reviewPages } from './screens/review/index.ts';
import { search } from './search.ts';
import { serviceTokens } from './accounts/tokens/index.ts';
import { setup } from './accounts/setup.ts';
import { settings } from './settings/index.ts';
import { splash } from './splash/index.ts';
import { startPage } from './start/index.ts';
import { storage } from './agents/storage/index.ts';
import { support } from './support/index.ts';
import { supportPages } from './support/pages/index.ts';
import { actions } from './surfaces/actions.ts';
import { clientAddress } from './surfaces/http/client-address.ts';
import { auth } from './surfaces/auth/index.ts';
import { connections } from './surfaces/http/connections.ts';
import { crossOrigin } from './surfaces/http/cors.ts';
import { errors } from './surfaces/errors.ts';
import { headers } from './surfaces/http/security-headers.ts';
import { humanCheck } from './surfaces/human-check/index.ts';
import { limits } from './surfaces/auth/rate-limits.ts';
import { lane } from './surfaces/lane/index.ts';
import { logo } from './surfaces/outside/logo.ts';
import { lingeringClose } from './surfaces/http/lingering-close.ts';
import { responses } from './surfaces/auth/responses.ts';
import { mcp } from './surfaces/tools/mcp.ts';
import { formMethods } from './surfaces/http/form-methods.ts';
import { basePath } from './surfaces/pages/base-path.ts';
import { formPosts } from './surfaces/pages/form-posts.ts';
import { theme } from './surfaces/pages/console/theme.ts';
import { publicFiles } from './surfaces/pages/public-files.ts';
import { tools } from './surfaces/tools/index.ts';
import { taskLinks } from './agents/task-links/index.ts';
import { traces } from './agents/traces/index.ts';

export const surfaces = [
    actions,
    auth,
    basePath,
    clientAddress,
    connections,
    crossOrigin,
    errors,
    formMethods,
    formPosts,
    headers,
    humanCheck,
    lane,
    limits,
    lingeringClose,
    logo,
    mcp,
    publicFiles,
    responses,
    theme,
    tools
];
export const features = [
    startPage,
    search,
    accounts,
    loginPage,
    setup,
    passwordReset,
    profile,
    people,
    serviceTokens,
    sages,
    templates,
    sagePages,
    drafts,
    sageStatus,
    demoKeys,
    builds,
    screens,
    reviewPages,
    candidateData,
    candidate,
    gold,
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
    settings,
    support,
    supportPages,
    operations,
    apiDocs,
    metrics
];

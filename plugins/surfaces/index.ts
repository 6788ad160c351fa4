// The surfaces. Their order does not matter: one whose extension must run before another's declares it.
import { actions } from './actions.ts';
import { auth } from './auth/index.ts';
import { limits } from './auth/rate-limits.ts';
import { responses } from './auth/responses.ts';
import { errors } from './errors.ts';
import { clientAddress } from './http/client-address.ts';
import { connections } from './http/connections.ts';
import { crossOrigin } from './http/cors.ts';
import { lingeringClose } from './http/lingering-close.ts';
import { headers } from './http/security-headers.ts';
import { humanCheck } from './human-check/index.ts';
import { fastPath } from './fast-path/index.ts';
import { basePath } from './pages/base-path.ts';
import { theme } from './pages/console/theme.ts';
import { formPosts } from './pages/form-posts.ts';
import { publicFiles } from './pages/public-files.ts';
import { tools } from './tools/index.ts';
import { mcp } from './tools/mcp.ts';
import { formTargets } from './http/form-post.ts';
import { logo } from './public-pages/sender.ts';

export const surfaces = [
    actions,
    auth,
    basePath,
    clientAddress,
    connections,
    crossOrigin,
    errors,
    formTargets,
    formPosts,
    headers,
    humanCheck,
    fastPath,
    limits,
    lingeringClose,
    logo,
    mcp,
    publicFiles,
    responses,
    theme,
    tools
];

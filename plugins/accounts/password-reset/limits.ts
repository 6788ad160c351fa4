import type { App } from '../../app.ts';
import { attemptLimiter } from '../../surfaces/auth/attempt-limits.ts';

/** Each form has a separate limit, so that requests in another user's name cannot stop that user from using a link. */
export const resetLimiter = (app: App, name: string) =>
    attemptLimiter(app, {
        name,
        perName: app.config.rates.reset,
        perAddress: app.config.rates.resetAddress
    });

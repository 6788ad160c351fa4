import type { App } from '../../app.ts';
import { attemptLimiter } from '../../surfaces/auth/attempt-limits.ts';

/** Each form has one of its own, so that somebody who requests links in another user's name cannot keep that user from using one. */
export const resetLimiter = (app: App, name: string) =>
    attemptLimiter(app, {
        name,
        perName: app.config.rates.reset,
        perAddress: app.config.rates.resetAddress
    });

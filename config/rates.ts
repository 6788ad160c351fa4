// Rate limits: how many attempts are allowed in the time that the limit names. 0 means no limit.
import { integer } from './formats.ts';

export const rateSchemas = {
    RATE_ACTIONS: integer().default(240),
    RATE_POLLS: integer().default(1200),
    RATE_BACKEND: integer().default(600),
    RATE_TOOLS: integer().default(600),
    RATE_PAGES: integer().default(1200),
    RATE_LOGIN: integer().default(5),
    RATE_LOGIN_ADDRESS: integer().default(20),
    RATE_RESET: integer().default(5),
    RATE_RESET_ADDRESS: integer().default(20),
    RATE_INTAKE: integer().default(20),
    RATE_DEMO: integer().default(10),
    RATE_DEMO_UNKNOWN: integer().default(30)
};

export function ratesOf(value: Readonly<Record<keyof typeof rateSchemas, number>>) {
    return {
        actions: value.RATE_ACTIONS,
        polls: value.RATE_POLLS,
        backend: value.RATE_BACKEND,
        tools: value.RATE_TOOLS,
        pages: value.RATE_PAGES,
        login: value.RATE_LOGIN,
        loginAddress: value.RATE_LOGIN_ADDRESS,
        reset: value.RATE_RESET,
        resetAddress: value.RATE_RESET_ADDRESS,
        intake: value.RATE_INTAKE,
        demo: value.RATE_DEMO,
        demoUnknown: value.RATE_DEMO_UNKNOWN
    };
}

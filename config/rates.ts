// Rate limits: how many attempts are allowed in the time that the limit names. 0 means no limit.
import { integer, type ValuesOf } from './formats.ts';

export const rateSchemas = {
    RATE_ACTIONS: integer().default(240),
    RATE_PAGES: integer().default(1200),
    RATE_LOGIN: integer().default(5),
    RATE_LOGIN_ADDRESS: integer().default(20),
    RATE_RESET: integer().default(5),
    RATE_RESET_ADDRESS: integer().default(20)
};

/** The budgets of users, of their programs, and of visitors. Without a limit of actions programs have none either. */
export function ratesOf(value: ValuesOf<typeof rateSchemas>) {
    const { RATE_ACTIONS: actions, RATE_LOGIN: login, RATE_LOGIN_ADDRESS: loginAddress } = value;
    const ofPrograms = (most: number) => (actions === 0 ? 0 : most);
    return {
        actions,
        polls: ofPrograms(1200),
        backend: ofPrograms(600),
        tools: ofPrograms(600),
        pages: value.RATE_PAGES,
        login,
        loginAddress,
        /** Also of all emails that users request about their accounts. */
        reset: value.RATE_RESET,
        resetAddress: value.RATE_RESET_ADDRESS,
        intake: 20,
        demo: 10,
        /** Requests with an unknown secret in the path, of whichever kind it is. */
        demoUnknown: 30
    };
}

// How tests log in as a program does, with whatever body.
import { loginPath } from './people.ts';
import { ask } from './roles.ts';
import type { TestApp } from '../servers/test-app.ts';

export const login = (testApp: TestApp, payload: object, headers: Record<string, string> = {}) =>
    ask(testApp.server, {
        method: 'POST',
        url: loginPath,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload)
    });

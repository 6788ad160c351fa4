// An item of the intake: its fields as they are sent, and as responses show them.
import { intakeItems } from '../../../db/sales/intake.ts';
import { ask } from '../people/roles.ts';
import type { TestApp } from '../servers/test-app.ts';

export const item = {
    title: 'Two engineers',
    contact_name: 'Kim Lind',
    contact_email: 'kim@example.test',
    company: 'Customer 2',
    message: 'By spring,\nplease.'
};

/** What a form on a customer's site sends. */
export const leave = ({ server }: TestApp, body: object, headers = {}) =>
    ask(server, {
        method: 'POST',
        url: '/rest/svc/v1/intake/public',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body)
    });

/** Every item there is. */
export const rows = ({ store }: TestApp) => store.read.select().from(intakeItems);

const none = { done: false, done_at: null };
/** A new one, apart from whose it is. */
export const whole = {
    ...item,
    status: 'intake_open',
    deal_id: null,
    checklist: { reviewed: none, priced: none, approved: none, responded: none },
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z'
};

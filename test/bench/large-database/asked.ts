// The requests that both stores are measured with: every list, the actions that touch many rows, and the hot paths.
import { type HttpClient, paths } from '../../support/clients/client.ts';
import { actionOf, type Asked } from '../load.ts';
import { busySage } from './rows.ts';

const lists = [
    '/sages',
    '/screens',
    '/screens?page=1000',
    '/credits',
    '/deals',
    '/deals?status=ss_paid',
    '/intake',
    '/intake?status=intake_open',
    '/commissions.csv',
    '/admin/overview',
    '/admin/jobs',
    '/admin/jobs?task=send-mail',
    '/admin/jobs?state=dead',
    '/admin/jobs?q=abcdef',
    '/admin/audit',
    '/admin/audit?act=sage',
    '/admin/audit?act=nothing',
    '/admin/audit?target=sage:7',
    '/admin/tool-calls',
    '/admin/tool-calls?token=t7',
    '/admin/traces',
    '/admin/traces?routine=routine-7'
];

const pages = [
    '/',
    '/sages',
    '/screens',
    '/screens/retention',
    '/deals',
    '/commissions',
    '/intake',
    '/jobs',
    '/jobs/builds',
    '/jobs/dead',
    '/jobs?task=evaluate-screen&state=dead',
    '/jobs/mails',
    '/jobs/mails?q=c',
    '/jobs/mails?q=c&state=sent',
    '/jobs/mails?q=c&state=failed',
    '/audit',
    '/audit/tool-calls',
    '/people',
    '/people/credits',
    '/settings/tasks',
    '/settings/traces',
    '/search?q=candidate'
];

/** What is asked of the small store instead, where it has nothing to answer with. */
export const sameOnSmall: Record<string, string> = { '/screens?page=1000': '/screens' };

type Client = Pick<HttpClient, 'cookie' | 'nonces'>;

/** The requests that change nothing, by what they are called in the table; their addresses without the origin. */
export function questionsOf(client: Client): [string, Asked][] {
    return [
        ...lists.map((path): [string, Asked] => [path, get(client, paths.rest + path)]),
        ...pages.map((path): [string, Asked] => [`page ${path}`, get(client, path)]),
        ['svc_get_commissions', actionOf(client, 'svc_get_commissions')]
    ];
}

/** Turns off the sage whose candidates are all outstanding; a second time turns it on. */
export const deactivation = (client: Client) =>
    actionOf(client, 'svc_toggle_sage_status', { sage_id: String(busySage) });

const get = ({ cookie }: Client, url: string): Asked => ({ method: 'GET', url, headers: { cookie } });

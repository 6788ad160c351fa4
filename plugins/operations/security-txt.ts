// How to report a vulnerability: https://www.rfc-editor.org/rfc/rfc9116.
import type { ServerRoute } from '@hapi/hapi';
import { settingsOf } from '../../db/record/settings.ts';
import { Refusal } from '../../db/store/refusal.ts';
import { day, iso } from '../../db/store/time.ts';
import type { App } from '../app.ts';

/** The contact is correct at the time of the response; clients must request it again by then. */
const goodFor = 90 * day;

export const securityTxtRoute = (app: App): ServerRoute => ({
    method: 'GET',
    path: '/.well-known/security.txt',
    options: {
        id: 'getSecurityContact',
        description: 'Returns the security contact (RFC 9116), or 404 if none is set.',
        tags: ['operations'],
        app: { docs: { surface: 'page', types: ['text/plain'], also: [404] } }
    },
    handler: async (_request, h) => h.response(await securityTxt(app)).type('text/plain')
});

async function securityTxt({ store, config, now }: App) {
    const { baseUrl, secure } = config;
    const { organisation } = await settingsOf({ store, config });
    const contact = contactUri(config.securityContact ?? organisation.contact);
    if (contact === undefined) throw new Refusal('not_found', 'Not found.');
    const languages = new Set([organisation.language, 'en']);
    const fields = [
        ['Contact', contact],
        ['Expires', iso(Math.floor(now() / day) * day + goodFor)], // the same for a whole day
        ['Preferred-Languages', [...languages].join(', ')],
        ...(secure ? [['Canonical', `${baseUrl}/.well-known/security.txt`]] : []) // it must be https
    ];
    return fields.map(([name, value]) => `${name}: ${value}\n`).join('');
}

/** Returns the contact as a URI. The address is encoded, so that no second recipient fits in. */
function contactUri(contact: string | undefined) {
    if (contact === undefined || contact.startsWith('https:')) return contact;
    return `mailto:${contact.split('@').map(encodeURIComponent).join('@')}`;
}

// Who asks, on the pages that candidates and customers read: the name and the logo of the organisation. The logo is one picture of
// the settings, read at the start and served from our own origin.
import { readFile } from 'node:fs/promises';
import type { Plugin } from '@hapi/hapi';
import type { SettingValues } from '../../../db/record/settings.ts';
import type { App } from '../../app.ts';
import { type Html, html } from '../pages/layout.ts';

const logoPath = '/public/logo';

const largest = 300 * 1024;
/** No SVG: it is a document, which may hold scripts. */
const types = ['image/png', 'image/jpeg', 'image/webp'];

export const logo: Plugin<App> = {
    name: 'logo',
    async register(server, { config: { organisation } }) {
        if (organisation.logo === undefined) return;
        const { picture, type } = await pictureIn(organisation.logo);
        server.route({
            method: 'GET',
            path: logoPath,
            options: { cache: { expiresIn: 60 * 60 * 1000, privacy: 'public' } },
            handler: (_request, h) => h.response(picture).type(type)
        });
    }
};

/** What it is follows from its first bytes, never from its name. */
async function pictureIn(file: string) {
    const { fileTypeFromBuffer } = await import('file-type');
    const picture = await readFile(file).catch(() => {
        throw new Error(`ORGANISATION_LOGO: cannot read ${file}.`);
    });
    const type = (await fileTypeFromBuffer(picture))?.mime ?? '';
    if (!types.includes(type) || picture.length > largest)
        throw new Error(`ORGANISATION_LOGO: ${file} is not a PNG, JPEG or WebP file of up to 300 KiB.`);
    return { picture, type };
}

/** The logo and the name of the settings; undefined where they are not set. */
export function senderOf(config: App['config'], { organisation: { name } }: SettingValues): Html | undefined {
    const { logo } = config.organisation;
    if (name === undefined && logo === undefined) return undefined;
    return html`${logo !== undefined && html`<img class="logo" src="${logoPath}" alt="" />`}
    ${name !== undefined && html`<strong>${name}</strong>`}`;
}

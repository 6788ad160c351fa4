// Who asks: the head of the pages that candidates and customers read.
import type { SettingValues } from '../../../db/record/settings.ts';
import type { App } from '../../app.ts';
import { type Html, html } from '../pages/layout.ts';
import { logoPath } from './logo.ts';

/** The logo and the name of the settings; undefined where they are not set. */
export function senderOf(config: App['config'], { organisation: { name } }: SettingValues): Html | undefined {
    const { logo } = config.organisation;
    if (name === undefined && logo === undefined) return undefined;
    return html`${logo !== undefined && html`<img class="logo" src="${logoPath}" alt="" />`}
    ${name !== undefined && html`<strong>${name}</strong>`}`;
}

// The banners above every page of the console, from features that have a message for its reader.
import type { Html } from '../layout.ts';
import type { PageContext } from './visit.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        splash?: { bannerFor: (visit: PageContext) => Promise<Html | undefined> };
    }
}

export const bannerFor = async (visit: PageContext) => visit.request.server.plugins.splash?.bannerFor(visit);

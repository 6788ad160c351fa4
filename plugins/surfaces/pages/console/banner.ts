// The banners above every page of the console, from features that have a message for its reader.
import type { Html } from '../layout.ts';
import type { Visit } from './visit.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        splash?: { bannerFor: (visit: Visit) => Promise<Html | undefined> };
    }
}

export const bannerFor = async (visit: Visit) => visit.request.server.plugins.splash?.bannerFor(visit);

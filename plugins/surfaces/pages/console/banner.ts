// What stands above every page of the console, if a feature has something to say to its reader.
import type { Html } from '../layout.ts';
import type { Visit } from './visit.ts';

declare module '@hapi/hapi' {
    interface PluginProperties {
        splash?: { bannerFor: (visit: Visit) => Promise<Html | undefined> };
    }
}

export const bannerFor = async (visit: Visit) => visit.request.server.plugins.splash?.bannerFor(visit);

import { machine } from './state.ts';

export const pageStates = machine(
    {
        publish: ['Published', 'good', 'Agents can read this page.'],
        draft: ['Draft', 'quiet', 'Agents that request this page get “not found”.'],
        pending: ['Pending review', 'waiting', 'Agents that request this page get “not found”.'],
        private: ['Private', 'quiet', 'Agents that request this page get “not found”.']
    },
    {
        publish: ['Veröffentlicht', 'Agenten können diese Seite lesen.'],
        draft: ['Entwurf', 'Agenten, die diese Seite abrufen, erhalten „nicht gefunden“.'],
        pending: ['Zu prüfen', 'Agenten, die diese Seite abrufen, erhalten „nicht gefunden“.'],
        private: ['Privat', 'Agenten, die diese Seite abrufen, erhalten „nicht gefunden“.']
    }
);

export const bannerStates = machine(
    {
        published: ['Published', 'good', 'Each user sees the banner until they close it.'],
        unpublished: ['Not published', 'quiet', 'Users do not see the banner.']
    },
    {
        published: ['Veröffentlicht', 'Alle sehen das Banner, bis sie es schließen.'],
        unpublished: ['Nicht veröffentlicht', 'Niemand sieht das Banner.']
    }
);

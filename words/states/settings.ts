import { machine } from './state.ts';

export const settingStates = machine(
    {
        set: ['Set', 'good', 'Set.'],
        missing: ['Not set', 'waiting', 'Not set yet.'],
        none: ['None', 'quiet', 'Not set up.'],
        on: ['On', 'good', 'Turned on.'],
        off: ['Off', 'quiet', 'Turned off.'],
        failed: ['Failed', 'bad', 'The last attempt failed.']
    },
    {
        set: ['Eingestellt', 'Eingestellt.'],
        missing: ['Fehlt', 'Noch nicht eingestellt.'],
        none: ['Keine', 'Nicht eingerichtet.'],
        on: ['An', 'Eingeschaltet.'],
        off: ['Aus', 'Ausgeschaltet.'],
        failed: ['Fehlgeschlagen', 'Der letzte Versuch ist fehlgeschlagen.']
    }
);

import { machine } from './state.ts';

export const runStates = machine(
    {
        running: ['Running', 'busy', 'Step {n} of {of}. You can leave this page.'],
        completed: ['Passed', 'good', 'All required checks passed.'],
        failed: ['Failed', 'bad', 'A required check failed. The reserved credits were released.'],
        timed_out: [
            'Timed out',
            'bad',
            'The check exceeded its time limit. The reserved credits were released.'
        ],
        cancelled: ['Cancelled', 'quiet', 'Someone cancelled this check. The reserved credits were released.']
    },
    {
        running: ['Läuft', 'Schritt {n} von {of}. Sie können diese Seite verlassen.'],
        completed: ['Bestanden', 'Alle notwendigen Tests sind bestanden.'],
        failed: [
            'Fehlgeschlagen',
            'Ein notwendiger Test ist fehlgeschlagen. Die reservierten Credits sind wieder verfügbar.'
        ],
        timed_out: [
            'Zeit überschritten',
            'Die Prüfung hat zu lange gedauert. Die reservierten Credits sind wieder verfügbar.'
        ],
        cancelled: [
            'Abgebrochen',
            'Diese Prüfung wurde abgebrochen. Die reservierten Credits sind wieder verfügbar.'
        ]
    }
);

export const stepStates = machine(
    {
        pending: ['Not started', 'quiet', 'This step has not started.'],
        running: ['Running', 'busy', 'This step is running.'],
        completed: ['Done', 'good', 'This step is done.'],
        failed: ['Failed', 'bad', 'This step failed.'],
        not_run: ['Not run', 'quiet', 'The check ended before this step.']
    },
    {
        pending: ['Nicht begonnen', 'Dieser Schritt hat nicht begonnen.'],
        running: ['Läuft', 'Dieser Schritt läuft.'],
        completed: ['Fertig', 'Dieser Schritt ist fertig.'],
        failed: ['Fehlgeschlagen', 'Dieser Schritt ist fehlgeschlagen.'],
        not_run: ['Nicht ausgeführt', 'Die Prüfung endete vor diesem Schritt.']
    }
);

export const gateStates = machine(
    {
        passed: ['Passed', 'good', 'The result is as required.'],
        missed: ['Failed', 'bad', 'The result is not as required. The check stops here.'],
        warning: ['Warning', 'waiting', 'The result is not as required. The check continues.'],
        not_applicable: ['Not applicable', 'quiet', 'This check does not apply to this sage.']
    },
    {
        passed: ['Bestanden', 'Das Ergebnis ist wie gefordert.'],
        missed: ['Fehlgeschlagen', 'Das Ergebnis ist nicht wie gefordert. Die Prüfung endet hier.'],
        warning: ['Warnung', 'Das Ergebnis ist nicht wie gefordert. Die Prüfung läuft weiter.'],
        not_applicable: ['Nicht anwendbar', 'Dieser Test gilt für diesen Sage nicht.']
    }
);

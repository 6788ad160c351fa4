import { machine } from './state.ts';

export const sageStatuses = machine(
    {
        ss_active: ['Open', 'good', 'You can invite candidates.'],
        ss_inactive: ['Closed', 'quiet', 'You cannot invite candidates.']
    },
    {
        ss_active: ['Offen', 'Sie können einladen.'],
        ss_inactive: ['Geschlossen', 'Sie können nicht einladen.']
    }
);

/** How far a sage is before it is opened; all but `built` keep it from candidates. */
export const sageChecks = machine(
    {
        unbuilt: ['Not checked', 'waiting', 'You cannot invite candidates until you run the check.'],
        stale: [
            'Changed since its last check',
            'waiting',
            'It was changed after its last check. You cannot invite candidates until you run the check again.'
        ],
        untested: [
            'Test review needed',
            'waiting',
            'You cannot invite candidates until you read the test answers and confirm the test review.'
        ],
        built: ['Checked', 'good', 'This check is in use.'],
        unopened: ['Ready to open', 'waiting', 'Open it, then you can invite candidates.']
    },
    {
        unbuilt: ['Nicht geprüft', 'Sie können erst einladen, wenn Sie die Prüfung ausgeführt haben.'],
        stale: [
            'Seit der letzten Prüfung geändert',
            'Dieser Sage wurde nach der letzten Prüfung geändert. Führen Sie die Prüfung erneut aus, bevor Sie einladen.'
        ],
        untested: [
            'Testdurchsicht nötig',
            'Lesen Sie die Testantworten und bestätigen Sie die Testdurchsicht, bevor Sie einladen.'
        ],
        built: ['Geprüft', 'Die Prüfung ist aktuell.'],
        unopened: ['Kann geöffnet werden', 'Öffnen Sie ihn, dann können Sie einladen.']
    }
);

export const recommendations = machine(
    {
        on: ['Recommendations on', 'good', 'The evaluator recommends a decision. People give all levels.'],
        off: ['Recommendations off', 'quiet', 'The evaluator recommends nothing. People give all levels.'],
        none: ['Highlights only', 'quiet', 'The evaluator highlights passages. People give all levels.']
    },
    {
        on: [
            'Empfehlungen an',
            'Die Auswertung empfiehlt eine Entscheidung. Die Stufen vergeben immer Menschen.'
        ],
        off: ['Empfehlungen aus', 'Die Auswertung empfiehlt nichts. Die Stufen vergeben immer Menschen.'],
        none: ['Nur Markierungen', 'Die Auswertung markiert Textstellen. Die Stufen vergeben immer Menschen.']
    }
);

import { machine } from './state.ts';

export const accountStates = machine(
    {
        active: ['Active', 'good', 'The user can sign in.'],
        disabled: [
            'Disabled',
            'bad',
            'They lose all access until an administrator enables the account again.'
        ]
    },
    {
        active: ['Aktiv', 'Die Person kann sich anmelden.'],
        disabled: ['Gesperrt', 'Kein Zugang, bis die Administration das Konto wieder freigibt.']
    }
);

export const tokenStates = machine(
    {
        active: ['Active', 'good', 'A program can use this token.'],
        expired: ['Expired', 'quiet', 'This token no longer works.'],
        revoked: ['Revoked', 'quiet', 'An administrator revoked this token. It no longer works.']
    },
    {
        active: ['Aktiv', 'Ein Programm kann dieses Token verwenden.'],
        expired: ['Abgelaufen', 'Dieses Token ist nicht mehr gültig.'],
        revoked: ['Widerrufen', 'Die Administration hat dieses Token widerrufen. Es ist nicht mehr gültig.']
    }
);

export const creditEntries = machine(
    {
        grant: ['Added', 'good', 'An administrator added credits.'],
        hold: ['Reserved', 'busy', 'The credits are reserved for a check.'],
        capture: ['Charged', 'quiet', 'The check passed. Its reserved credits are spent.'],
        release: ['Released', 'quiet', 'The check did not pass. Its credits are available again.'],
        spend: ['Spent', 'quiet', 'A candidate was invited.'],
        refund: ['Refunded', 'good', 'An invitation ended before its start. Its credits are available again.']
    },
    {
        grant: ['Gutgeschrieben', 'Die Administration hat Credits gutgeschrieben.'],
        hold: ['Reserviert', 'Die Credits sind für eine Prüfung reserviert.'],
        capture: ['Abgebucht', 'Die Prüfung ist bestanden. Die reservierten Credits sind verbraucht.'],
        release: ['Wieder verfügbar', 'Die Prüfung ist nicht bestanden. Die Credits sind wieder verfügbar.'],
        spend: ['Verbraucht', 'Eine Person wurde eingeladen.'],
        refund: ['Erstattet', 'Eine Einladung endete vor dem Beginn. Die Credits sind wieder verfügbar.']
    }
);

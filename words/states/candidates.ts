import { machine } from './state.ts';

export const candidateStates = machine(
    {
        waiting: ['Needs review', 'waiting', 'Give every answer a level, then decide.'],
        draft: ['Not invited', 'quiet', 'Send the invitation to start.'],
        invited: ['Invited', 'quiet', 'The invitation expires {when}.'],
        mail_waits: [
            'Email waits',
            'bad',
            'The mail server has not accepted the email with the link yet. We try again for three days. The invitation expires {when}.'
        ],
        mail_failed: [
            'Email failed',
            'bad',
            'The email with the link failed. Copy the link and send it yourself. The invitation expires {when}.'
        ],
        started: ['In progress', 'busy', 'Due {when}.'],
        submitted: ['Being evaluated', 'busy', 'You can review the answers afterwards.'],
        advanced: ['Advanced', 'good', '{name} advanced this candidate {when}.'],
        rejected: ['Rejected', 'quiet', '{name} rejected this candidate {when}.'],
        hired: ['Hired', 'good', '{name} marked this candidate as hired {when}.'],
        cancelled: ['Cancelled', 'quiet', 'The link no longer works.'],
        expired: ['Expired', 'quiet', 'The candidate did not start in time.'],
        person_asked: [
            'Asked for a person',
            'waiting',
            'Contact the candidate. No software reads the answers.'
        ],
        no_answers: ['No answers', 'waiting', 'Ask the candidate what happened, or decide.']
    },
    {
        waiting: ['Zu prüfen', 'Geben Sie jeder Antwort eine Stufe und entscheiden Sie dann.'],
        draft: ['Nicht eingeladen', 'Senden Sie die Einladung.'],
        invited: ['Eingeladen', 'Die Einladung läuft {when} ab.'],
        mail_waits: [
            'E-Mail wartet',
            'Der Mailserver hat die E-Mail mit dem Link noch nicht angenommen. Wir versuchen es drei Tage lang erneut. Die Einladung läuft {when} ab.'
        ],
        mail_failed: [
            'E-Mail fehlgeschlagen',
            'Die E-Mail mit dem Link ist fehlgeschlagen. Kopieren Sie den Link und senden Sie ihn selbst. Die Einladung läuft {when} ab.'
        ],
        started: ['In Bearbeitung', 'Frist: {when}.'],
        submitted: ['Wird ausgewertet', 'Danach können Sie die Antworten prüfen.'],
        advanced: ['Weiter', '{name} hat {when} entschieden: weiter im Verfahren.'],
        rejected: ['Abgelehnt', '{name} hat {when} entschieden: Absage.'],
        hired: ['Eingestellt', '{name} hat {when} die Einstellung vermerkt.'],
        cancelled: ['Einladung zurückgezogen', 'Der Link funktioniert nicht mehr.'],
        expired: ['Abgelaufen', 'Die Fragen wurden nicht rechtzeitig begonnen.'],
        person_asked: [
            'Gespräch gewünscht',
            'Melden Sie sich persönlich. Keine Software liest die Antworten.'
        ],
        no_answers: ['Keine Antworten', 'Fragen Sie nach, was geschehen ist, oder entscheiden Sie.']
    }
);

import { machine } from './state.ts';

/** `running` and `delayed` are pending jobs: one has started, one waits for its next attempt. */
export const jobStatuses = machine(
    {
        pending: ['Queued', 'waiting', 'Runs as soon as possible, or at its scheduled time.'],
        sent: ['Queued (next)', 'waiting', 'Runs next.'],
        running: ['Running', 'busy', 'Started {when}.'],
        delayed: ['Retrying', 'bad', 'An attempt failed. Next attempt {when}.'],
        done: ['Done', 'good', 'Finished {when}.'],
        dead: ['Failed', 'bad', 'All attempts failed.'],
        held: ['On hold', 'waiting', 'Held after a restore. Send or discard it.'],
        cancelled: ['Cancelled', 'quiet', 'Does not restart automatically.']
    },
    {
        pending: ['In der Warteschlange', 'Läuft so bald wie möglich oder zur geplanten Zeit.'],
        sent: ['Als Nächstes an der Reihe', 'Läuft als Nächstes.'],
        running: ['Läuft', 'Gestartet {when}.'],
        delayed: ['Neuer Versuch', 'Ein Versuch ist fehlgeschlagen. Nächster Versuch {when}.'],
        done: ['Fertig', 'Beendet {when}.'],
        dead: ['Fehlgeschlagen', 'Alle Versuche sind fehlgeschlagen.'],
        held: [
            'Angehalten',
            'Nach einer Wiederherstellung angehalten. Führen Sie den Auftrag aus oder verwerfen Sie ihn.'
        ],
        cancelled: ['Abgebrochen', 'Startet nicht automatisch erneut.']
    }
);

/** `delayed` and `past_use` are queued or failed emails; their job shows which. */
export const emailStates = machine(
    {
        queued: ['Queued', 'waiting', 'The mail server has not answered yet.'],
        delayed: ['Retrying', 'bad', 'We retry automatically.'],
        sent: ['Sent', 'good', 'The mail server accepted the email.'],
        kept: [
            'Not sent (no mail server)',
            'quiet',
            'No mail server is set up. Emails are stored and not sent.'
        ],
        dead: ['Failed', 'bad', 'Sending failed.'],
        past_use: ['Not needed', 'quiet', 'The email was not sent, because it was no longer needed.']
    },
    {
        queued: ['In der Warteschlange', 'Der Mailserver hat noch nicht geantwortet.'],
        delayed: ['Neuer Versuch', 'Wir versuchen es automatisch erneut.'],
        sent: ['Gesendet', 'Der Mailserver hat die E-Mail angenommen.'],
        kept: [
            'Nicht gesendet (kein Mailserver)',
            'Es ist kein Mailserver eingerichtet. E-Mails werden gespeichert und nicht gesendet.'
        ],
        dead: ['Fehlgeschlagen', 'Das Senden ist fehlgeschlagen.'],
        past_use: ['Nicht mehr nötig', 'Die E-Mail wurde nicht gesendet, weil sie nicht mehr nötig war.']
    }
);

export const traceStates = machine(
    {
        ok: ['OK', 'good', 'The routine did all its work.'],
        partial: ['Partial', 'waiting', 'The routine did a part of its work.'],
        failed: ['Failed', 'bad', 'The routine did not do its work.'],
        skipped: ['Skipped', 'quiet', 'The routine had nothing to do.']
    },
    {
        ok: ['OK', 'Die Routine hat ihre Arbeit ganz erledigt.'],
        partial: ['Teilweise', 'Die Routine hat einen Teil ihrer Arbeit erledigt.'],
        failed: ['Fehlgeschlagen', 'Die Routine hat ihre Arbeit nicht erledigt.'],
        skipped: ['Übersprungen', 'Die Routine hatte nichts zu tun.']
    }
);

export const toolCallStates = machine(
    {
        ok: ['OK', 'good', 'The tool returned a result.'],
        bad_arguments: ['Invalid arguments', 'waiting', 'The arguments do not fit the tool.'],
        failed: ['Failed', 'bad', 'The tool returned an error.'],
        timed_out: ['Timed out', 'bad', 'The tool exceeded its time limit.']
    },
    {
        ok: ['OK', 'Das Werkzeug hat ein Ergebnis geliefert.'],
        bad_arguments: ['Ungültige Argumente', 'Die Argumente passen nicht zum Werkzeug.'],
        failed: ['Fehlgeschlagen', 'Das Werkzeug hat einen Fehler gemeldet.'],
        timed_out: ['Zeit überschritten', 'Das Werkzeug hat zu lange gebraucht.']
    }
);

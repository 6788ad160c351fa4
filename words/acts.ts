// What the audit log says of each act, as a sentence: one row for an act. A name that is not here is shown as it is.
import { compiled } from './index.ts';

/** {who} and {what} are names and links; {after} is the new state as the log has it, or a name. */
export const acts: Readonly<Record<string, readonly [english: string, german: string]>> = {
    'admin.refused': ['{who} was refused access to {what}', '{who} wurde der Zugriff auf {what} verweigert'],
    'backup.make': ['{who} created a backup', '{who} hat eine Sicherung erstellt'],
    'build.cancel': ['{who} cancelled {what}', '{who} hat {what} abgebrochen'],
    'build.retry': ['{who} retried {what}', '{who} hat {what} erneut gestartet'],
    'context.create': ['{who} created {what}', '{who} hat {what} erstellt'],
    'credits.grant': ['{who} added credits', '{who} hat Guthaben hinzugefügt'],
    'currency.set': ['{who} set the currency to {after}', '{who} hat die Währung {after} gewählt'],
    'deal.accept': ['{who} accepted {what}', '{who} hat {what} angenommen'],
    'deal.approve': ['{who} approved {what}', '{who} hat {what} freigegeben'],
    'deal.close': ['{who} closed {what}', '{who} hat {what} abgeschlossen'],
    'deal.create': ['{who} created {what}', '{who} hat {what} erstellt'],
    'deal.decline': ['{who} declined {what}', '{who} hat {what} abgelehnt'],
    'deal.edit': ['{who} changed {what}', '{who} hat {what} geändert'],
    'deal.lose': ['{who} marked {what} as lost', '{who} hat {what} als verloren markiert'],
    'deal.pay': ['{who} marked {what} as paid', '{who} hat {what} als bezahlt vermerkt'],
    'deal.readdress': ['{who} changed the address of {what}', '{who} hat die Adresse von {what} geändert'],
    'deal.recall': ['{who} recalled {what}', '{who} hat {what} zurückgezogen'],
    'deal.recall_from_customer': ['{who} withdrew the offer of {what}', '{who} hat {what} zurückgeholt'],
    'deal.reject': ['{who} sent back {what}', '{who} hat {what} zurückgegeben'],
    'deal.reopen': ['{who} reopened {what}', '{who} hat {what} wieder geöffnet'],
    'deal.send': ['{who} sent the offer of {what}', '{who} hat das Angebot zu {what} gesendet'],
    'deal.submit': ['{who} submitted {what} for approval', '{who} hat {what} zur Freigabe eingereicht'],
    'decision-mail.set': ['{who} changed {what}', '{who} hat {what} geändert'],
    'evaluator.test': ['{who} tested the evaluator', '{who} hat den Auswerter getestet'],
    'installation.restore': ['{who} restored a backup', '{who} hat eine Sicherung wiederhergestellt'],
    'intake.answer': ['{who} answered {what}', '{who} hat {what} beantwortet'],
    'intake.assign': ['{who} assigned {what} to {after}', '{who} hat {what} an {after} übergeben'],
    'intake.close': [
        '{who} closed {what}{after, select, intake_spam { as spam} other {}}',
        '{who} hat {what}{after, select, intake_spam { als Spam} other {}} geschlossen'
    ],
    'intake.convert': ['{who} converted {what} to a deal', '{who} hat {what} in ein Geschäft umgewandelt'],
    'intake.create': ['{who} created {what}', '{who} hat {what} erstellt'],
    'intake.restore': ['{who} restored {what}', '{who} hat {what} wiederhergestellt'],
    'intake.step': ['{who} set a step of {what}: {after}', '{who} hat {what} umgestellt: {after}'],
    'intake.take': ['{who} took {what}', '{who} hat {what} übernommen'],
    'job.cancel': ['{who} cancelled {what}', '{who} hat {what} abgebrochen'],
    'job.reschedule': ['{who} rescheduled {what}', '{who} hat {what} verschoben'],
    'job.retry': ['{who} retried {what}', '{who} hat {what} erneut gestartet'],
    'job.retry_kind': ['{who} retried all failed jobs of a kind', '{who} hat Aufträge erneut gestartet'],
    'job.trigger': ['{who} created {what}', '{who} hat {what} erstellt'],
    'mail.drop_held': ['{who} discarded the held emails', '{who} hat die angehaltenen E-Mails verworfen'],
    'mail.readdress': ['{who} resent {what} to another address', '{who} hat {what} umadressiert'],
    'mail.send_held': ['{who} sent the held emails', '{who} hat die angehaltenen E-Mails gesendet'],
    'mail.test': ['{who} sent a test email', '{who} hat eine Test-E-Mail gesendet'],
    'page.delete': ['{who} deleted {what}', '{who} hat {what} gelöscht'],
    'results.update': ['{who} changed {what}', '{who} hat {what} geändert'],
    'retention.confirm': ['{who} turned on automatic deletion', '{who} hat das Löschen eingeschaltet'],
    'sage.copy': ['{who} copied a sage to {what}', '{who} hat einen Sage nach {what} kopiert'],
    'sage.demo_key': ['{who} changed the demo link of {what}', '{who} hat den Demo-Link von {what} geändert'],
    'sage.gold': ['{who} changed labelled answers of {what}', '{who} hat Antworten von {what} geändert'],
    'sage.invite-list': ['{who} invited a list to {what}', '{who} hat eine Liste zu {what} eingeladen'],
    'sage.pass_testing': ['{who} confirmed the test review of {what}', '{who} hat {what} bestätigt'],
    'sage.rebuild_request': ['{who} requested a check of {what}', '{who} will {what} prüfen lassen'],
    'sage.skip_testing': ['{who} skipped the review of {what}', '{who} hat den Test von {what} ausgelassen'],
    'sage.status': [
        '{who} turned {what} {after, select, ss_active {on} other {off}}',
        '{who} hat {what} {after, select, ss_active {eingeschaltet} other {ausgeschaltet}}'
    ],
    'screen.ask-person': ['{who} asked for a person: {what}', '{who} hat um einen Menschen gebeten: {what}'],
    'screen.assign': ['{who} assigned {what} to {after}', '{who} hat {what} an {after} übergeben'],
    'screen.cancel': ['{who} cancelled {what}', '{who} hat {what} abgesagt'],
    'screen.decide': ['{who} decided on {what}: {after}', '{who} hat über {what} entschieden: {after}'],
    'screen.erase': ['{who} deleted all data of {what}', '{who} hat alle Daten von {what} gelöscht'],
    'screen.export': ['{who} exported {what}', '{who} hat {what} exportiert'],
    'screen.extend': ['{who} extended the time of {what}', '{who} hat die Frist von {what} verlängert'],
    'screen.judge-again': ['{who} had {what} evaluated again', '{who} hat {what} erneut auswerten lassen'],
    'screen.levels': ['{who} saved levels of {what}', '{who} hat Stufen von {what} gespeichert'],
    'screen.note': ['{who} wrote a note on {what}', '{who} hat eine Notiz zu {what} geschrieben'],
    'screen.override': ['{who} overrode a level of {what}', '{who} hat eine Stufe von {what} überschrieben'],
    'screen.remind': ['{who} sent a reminder to {what}', '{who} hat {what} erinnert'],
    'screen.show-findings': ['{who} opened the findings on {what}', '{who} hat Befunde zu {what} geöffnet'],
    'screen.show-link': ['{who} looked at the link of {what}', '{who} hat den Link von {what} angesehen'],
    'screen.undo-decision': ['{who} undid the decision on {what}', '{who} hat {what} wieder offen gelassen'],
    'screen.withdraw': ['{who} withdrew: {what}', '{who} hat sich zurückgezogen: {what}'],
    'secret.end': ['{who} ended the rotation of {what}', '{who} hat den Wechsel von {what} beendet'],
    'secret.rotate': ['{who} rotated {what}', '{who} hat {what} gewechselt'],
    'secrets.forget': ['{who} replaced {what}', '{who} hat {what} ersetzt'],
    'setting.set': ['{who} changed {what}', '{who} hat {what} geändert'],
    'setup.link': ['{who} created a setup link', '{who} hat einen Einrichtungslink erstellt'],
    'splash.change': ['{who} changed {what}', '{who} hat {what} geändert'],
    'splash.create': ['{who} created {what}', '{who} hat {what} erstellt'],
    'storage.test': ['{who} tested {what}', '{who} hat {what} getestet'],
    'task.delete': ['{who} deleted {what}', '{who} hat {what} gelöscht'],
    'token.issue': ['{who} created {what}', '{who} hat {what} erstellt'],
    'token.revoke': ['{who} revoked {what}', '{who} hat {what} widerrufen'],
    'user.access': [
        '{who} changed the role of {what}: {after}',
        '{who} hat {what} die Rolle {after} gegeben'
    ],
    'user.add': ['{who} added {what}', '{who} hat {what} hinzugefügt'],
    'user.disable': ['{who} disabled {what}', '{who} hat {what} gesperrt'],
    'user.email': ['{who} changed the email address of {what}', '{who} hat die Adresse von {what} geändert'],
    'user.email-back': ['{who} kept the address of {what}', '{who} hat die Adresse von {what} behalten'],
    'user.enable': ['{who} enabled {what}', '{who} hat {what} entsperrt'],
    'user.invite': ['{who} invited {what}', '{who} hat {what} eingeladen'],
    'user.link': ['{who} created a password link for {what}', '{who} hat einen Link für {what} erstellt'],
    'user.password': ['{who} changed the password of {what}', '{who} hat das Passwort von {what} geändert'],
    'user.profile': ['{who} changed the profile of {what}', '{who} hat das Profil von {what} geändert'],
    'user.session': ['{who} ended a session of {what}', '{who} hat eine Sitzung von {what} beendet'],
    'user.sessions': ['{who} ended the sessions of {what}', '{who} hat die Sitzungen von {what} beendet']
};

/** Returns the sentence of an act as its texts and, between them, the values; the name of the act itself where it has none. */
export const sentenceOfAct = <Value>(
    act: string,
    values: Readonly<Record<'who' | 'what' | 'after', Value>>
) => {
    const [message] = (Object.hasOwn(acts, act) && acts[act]) || [`{who}: ${act} {what}`];
    return compiled('en', act, message)
        .formatToParts(values as never)
        .map(({ value }) => value as string | Value);
};

import { machine } from './state.ts';

export const dealStates = machine(
    {
        ss_draft: ['Draft', 'quiet', 'Edit it, then submit it for approval.'],
        ss_pending_approval: ['Awaiting approval', 'waiting', 'A sales administrator has to approve it.'],
        ss_approved: ['Approved', 'busy', 'You can send the offer.'],
        ss_customer_sent: [
            'Sent to customer',
            'waiting',
            'The customer can accept or decline{date, select, none {} other { until {date}}}.'
        ],
        ss_customer_approved: ['Accepted', 'good', 'Close the deal to count the commission.'],
        ss_customer_declined: ['Declined', 'bad', 'Reopen the deal to change the offer.'],
        ss_closed: ['Closed', 'good', 'Counts towards the commissions of {month}.'],
        ss_paid: ['Paid', 'good', 'The commission is marked as paid.'],
        ss_lost: ['Lost', 'quiet', 'This deal cannot be reopened.']
    },
    {
        ss_draft: ['Entwurf', 'Bearbeiten Sie den Entwurf und reichen Sie ihn zur Freigabe ein.'],
        ss_pending_approval: [
            'Wartet auf Freigabe',
            'Die Vertriebsadministration muss das Geschäft freigeben.'
        ],
        ss_approved: ['Freigegeben', 'Sie können das Angebot senden.'],
        ss_customer_sent: [
            'An Kunden gesendet',
            'Der Kunde kann{date, select, none {} other { bis zum {date}}} annehmen oder ablehnen.'
        ],
        ss_customer_approved: ['Angenommen', 'Schließen Sie das Geschäft ab, damit die Provision zählt.'],
        ss_customer_declined: ['Abgelehnt', 'Öffnen Sie das Geschäft erneut, um das Angebot zu ändern.'],
        ss_closed: ['Abgeschlossen', 'Zählt zu den Provisionen für {month}.'],
        ss_paid: ['Bezahlt', 'Die Provision ist als bezahlt vermerkt.'],
        ss_lost: ['Verloren', 'Dieses Geschäft kann nicht erneut geöffnet werden.']
    }
);

export const intakeStates = machine(
    {
        intake_open: ['Open', 'waiting', 'Tick off each step.'],
        intake_converted: ['Converted to deal', 'good', 'Continue with the deal.'],
        intake_closed: ['Closed', 'quiet', 'You do not need to do anything.'],
        intake_spam: ['Spam', 'quiet', 'You do not need to do anything.']
    },
    {
        intake_open: ['Offen', 'Haken Sie jeden Schritt ab.'],
        intake_converted: ['In ein Geschäft umgewandelt', 'Bearbeiten Sie jetzt das Geschäft.'],
        intake_closed: ['Geschlossen', 'Sie müssen nichts tun.'],
        intake_spam: ['Spam', 'Sie müssen nichts tun.']
    }
);

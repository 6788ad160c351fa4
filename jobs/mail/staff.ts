// The emails to staff: what happened, and what to do.
import { mailto } from '../../db/accounts/mailto.ts';
import { resetAddress } from '../../db/accounts/password-resets.ts';
import type { MailKind, Mails, ScreenMail } from '../../db/jobs/mails.ts';
import type { CustomerMail } from './customers.ts';
import { hostOf } from './candidates.ts';
import type { EmailContent, Paragraph } from './html.ts';
import { type Addresses, tokenOf } from './links.ts';
import type { Person } from './looked-up.ts';
import { newsLetters } from './news.ts';

/** Adds a greeting, and the signature of this server. */
export const signedToStaff = (
    letter: EmailContent,
    name: string | undefined,
    { baseUrl }: Addresses
): EmailContent => ({
    ...letter,
    paragraphs: [
        name ? `Hello ${name.replaceAll(/\s+/g, ' ')},` : 'Hello,', // a name stays in its line
        ...letter.paragraphs,
        `Sage Council at ${hostOf(baseUrl)}`
    ]
});

const contactOf = ({ name, email }: Person): Paragraph[] => [
    `Please contact them: ${name}, ${email}`,
    { link: mailto(email), says: `Email ${name}` }
];

type StaffMail = Exclude<MailKind, ScreenMail | 'screen_decided' | CustomerMail>;

/** Each letter without its greeting and signature. */
export const staffLetters: {
    [Kind in StaffMail]: (about: Mails[Kind], addresses: Addresses) => EmailContent;
} = {
    ...newsLetters,
    build_failed: ({ sageId, runId, sageName, step }, { baseUrl }) => ({
        subject: `Build failed: ${sageName}`,
        paragraphs: [
            `The build of the sage “${sageName}” failed at the step “${step.replaceAll('_', ' ')}”. The reserved credits were released.`,
            'The build report shows which checks failed, why, and how to fix them:',
            { link: reportPage({ sageId, runId }, baseUrl), says: 'Open the build report' }
        ]
    }),
    email_change_notice: ({ changeId }, addresses) => ({
        subject: 'Your email address is about to be changed',
        paragraphs: [
            `Someone signed in to your account at ${addresses.baseUrl} asked to change your email address.`,
            'If this was you, open the link in the email to your new address. You can ignore this email.',
            'If this was not you, cancel the change within 72 hours. This ends all sessions, and we email you a link to choose a new password.',
            'If the new address is already in use by then, your password is disabled too, because someone else may have changed it.',
            { link: verifyLink('cancel', changeId, addresses), says: 'Cancel the change' }
        ]
    }),
    email_taken: (_, { baseUrl }) => ({
        subject: 'Someone tried to use your email address',
        paragraphs: [
            `Someone at ${baseUrl} tried to change their email address to yours. Nothing was changed.`,
            'If this was you, sign in with your existing account instead.'
        ]
    }),
    licence_lost: ({ sageId, runId, sageName, reason }, { baseUrl, restPath }) => ({
        subject: `Recommendations turned off: ${sageName}`,
        paragraphs: [
            `The sage “${sageName}” gave recommendations because it agreed with your reviewers on labelled answers. Its recommendations are now off.`,
            reason,
            'The sage still evaluates answers. Every candidate is passed to a person, whose levels and decisions count as before.',
            {
                link:
                    runId === undefined
                        ? `${baseUrl}${restPath}/sages/${sageId}/agreement`
                        : reportPage({ sageId, runId }, baseUrl),
                says: 'View agreement'
            }
        ]
    }),
    licence_refused: ({ sageId, runId, sageName, reason }, { baseUrl }) => ({
        subject: `Recommendations stay off: ${sageName}`,
        paragraphs: [
            `The remaining test cases of the sage “${sageName}” ran in a nightly run after its build.`,
            reason,
            'The build is still valid: the sage evaluates answers and passes every candidate to a person. Only a new build can turn recommendations on.',
            { link: reportPage({ sageId, runId }, baseUrl), says: 'Open the build report' }
        ]
    }),
    password_changed: ({ login }, { baseUrl }) => ({
        subject: 'Your password was changed',
        paragraphs: [
            `The password of ${login} at ${baseUrl} was changed. All other sessions were ended.`,
            'If this was not you, choose a new password now:',
            { link: `${baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    }),
    password_reset: (about, addresses) => ({
        subject: 'Choose a new password',
        paragraphs: [
            `We received a request for a new password for ${about.login} at ${addresses.baseUrl}.`,
            'This link is valid for one hour and can be used once:',
            { link: resetLink(about, addresses), says: 'Choose a new password' },
            'If this was not you, ignore this email. Your password stays the same.'
        ]
    }),
    person_asked: ({ sageName, screenId }, { baseUrl, person }) => ({
        subject: `Action needed: candidate of ${sageName}`,
        paragraphs: [
            `A candidate of the sage “${sageName}” asked to be interviewed by a person. Their questions are closed, and no software reads their answers.`,
            ...(person ? contactOf(person) : []),
            'Read the answers and decide:',
            { link: `${baseUrl}/screens/${screenId}`, says: 'Open the candidate' }
        ]
    }),
    rebuild_requested: ({ sageId, sageName, asker, reason }, { baseUrl }) => ({
        subject: `Check requested: ${sageName}`,
        paragraphs: [
            `${asker} requests another check of the sage “${sageName}” (ID ${sageId}) at ${baseUrl}. Only council administrators can run it.`,
            ...(reason ? [`Reason: ${reason}`] : []),
            'We send at most one email a day about this sage. The audit log lists every request.'
        ]
    }),
    review_waits: ({ sages }, { baseUrl }) => {
        const all = sages.reduce((sum, { candidates }) => sum + candidates, 0);
        const [only] = sages.length === 1 ? sages : [];
        return {
            subject: `${waiting(all)} for your review${only ? `: ${only.name}` : ''}`,
            paragraphs: [
                ...(only
                    ? [`${waiting(all, ` for “${only.name}”`)} for your review.`]
                    : [
                          `${waiting(all)} for your review:`,
                          sages.map(({ name, candidates }) => `“${name}”: ${candidates}`).join('\n')
                      ]),
                {
                    link: `${baseUrl}/screens?${only ? `sage_id=${only.id}` : 'mine=true'}`,
                    says: `Review ${counted(all)}`
                },
                `In your profile you choose when you get this email: ${baseUrl}/profile`
            ]
        };
    },
    test: (_, { baseUrl }) => ({
        subject: 'Test email',
        paragraphs: [`This is a test email from Sage Council at ${baseUrl}. You do not need to do anything.`]
    }),
    user_invited: (about, addresses) => ({
        subject: 'Choose your password',
        paragraphs: [
            `${about.inviter} invited you to ${addresses.baseUrl}. Your login is ${about.login}.`,
            'To start, choose a password. The link is valid for three days and can be used once:',
            { link: resetLink(about, addresses), says: 'Choose your password' },
            'If the link has expired, request a new one on the sign-in page. If you did not expect this email, you can ignore it.'
        ]
    }),
    verify_email: ({ changeId }, addresses) => ({
        subject: 'Confirm your new email address',
        paragraphs: [
            `We received a request to use this email address at ${addresses.baseUrl}. Confirm it within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm this address' },
            'If this was not you, you can ignore this email.'
        ]
    }),
    verify_password: ({ changeId }, addresses) => ({
        subject: 'Confirm your new password',
        paragraphs: [
            `We received a request for a new password at ${addresses.baseUrl}. Confirm it within 24 hours:`,
            { link: verifyLink('verify', changeId, addresses), says: 'Confirm the new password' },
            'If this was not you, do not open the link: someone else is signed in to your account. Choose a new password to end all sessions:',
            { link: `${addresses.baseUrl}/reset-password`, says: 'Choose a new password' }
        ]
    })
};

const counted = (candidates: number) => (candidates === 1 ? '1 candidate' : `${candidates} candidates`);
const waiting = (candidates: number, of = '') =>
    `${counted(candidates)}${of} ${candidates === 1 ? 'waits' : 'wait'}`;

const reportPage = ({ sageId, runId }: Pick<Mails['build_failed'], 'sageId' | 'runId'>, baseUrl: string) =>
    `${baseUrl}/sages/${sageId}/builds/${runId}`;

const resetLink = ({ userId, issue, login }: Mails['password_reset'], { baseUrl, links }: Addresses) =>
    baseUrl + resetAddress(tokenOf(links, 'reset', String(userId), issue), login);

function verifyLink(kind: 'verify' | 'cancel', changeId: string, { baseUrl, links }: Addresses) {
    return `${baseUrl}/verify/${tokenOf(links, kind, changeId, 1)}`;
}

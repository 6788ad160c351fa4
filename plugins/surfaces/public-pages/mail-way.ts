// Whether the emails that a request queued leave this installation: without a mail server they are stored here.
import type { Config } from '../../../config/index.ts';
import { oneOf } from '../http/response-fields.ts';

/** The field of a staff's response that queued an email. */
export const mailField = {
    mail: oneOf('queued', 'kept').description('`kept`: not sent; read it with `mail list`.').id('MailWay')
};

export const mailWay = ({ mail }: Config) => ({
    mail: mail.url === undefined ? ('kept' as const) : ('queued' as const)
});

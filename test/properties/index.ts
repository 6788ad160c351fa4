// Every property of every parser.
import { accept } from './accept.ts';
import { addresses } from './addresses.ts';
import { dates } from './dates.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import { invitations } from './invitations.ts';
import { json } from './json.ts';
import { money } from './money.ts';
import { multipart } from './multipart.ts';
import { prompts } from './prompts.ts';
import { quotes } from './quotes.ts';
import type { Property } from './property.ts';
import { storageKeys } from './storage-keys.ts';

export const properties: readonly Property[] = [
    ...forms,
    ...json,
    ...multipart,
    ...storageKeys,
    ...accept,
    ...money,
    ...dates,
    ...imports,
    ...invitations,
    ...prompts,
    ...quotes,
    ...addresses
];

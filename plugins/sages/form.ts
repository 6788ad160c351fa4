// The forms of a sage's pages as the bodies that its JSON routes take.
import { fieldsOfTemplate, sageTemplates } from '../../db/sages/templates/index.ts';
import { bodyOfSage } from './rows.ts';

export type Form = Readonly<Record<string, unknown>>;

/** A new sage: that of a template, or an empty one with a name. */
export function newSageOfForm({ template, name }: Form): object {
    if (template === undefined) return { name };
    const found = sageTemplates.find(({ slug }) => slug === template);
    return found ? bodyOfSage(fieldsOfTemplate(found)) : { template };
}

/** The page of the sage that a response holds, or the page of the form. */
export const pageOfSage =
    (form: string, part = '') =>
    (_: Form, done: boolean, data: object) =>
        done && 'sage' in data ? `/sages/${(data.sage as { id: number }).id}${part}` : form;

// A form that a page shows again: what was typed into each field and, where it was refused, what was wrong.
import type { Flash } from '../surfaces/http/form-post.ts';
import { typed } from '../surfaces/http/bodies/typed.ts';
import type { Form } from '../surfaces/http/bodies/typed.ts';
import { problem } from '../surfaces/pages/form-controls.ts';
import { fieldErrorsIn } from '../surfaces/pages/form-posts.ts';

interface FormView<Name extends string> {
    /** By field, the page's own words for what is wrong with it. */
    words: Readonly<Record<Name, string>>;
    /** The same by the code of a refusal that is about no field. */
    byCode?: Readonly<Record<string, string>>;
    /** What the fields hold: what the refused form kept, unless the page has more. */
    values?: Form;
}

/** The problem for the top of the page, linked to its field, and each field as the controls take it. */
export function formView<Name extends string>(
    flash: Flash | undefined,
    { words, byCode, values = flash?.typed ?? {} }: FormView<Name>
) {
    const wrong = fieldErrorsIn(flash, words, byCode);
    const errorAt = (name: string) => (wrong?.field === name ? wrong.message : undefined);
    return {
        problem: problem(wrong?.message, wrong && wrong.field in words ? wrong.field : ''),
        errorAt,
        input: (name: Name) => ({
            name,
            value: typed(values, name),
            error: errorAt(name)
        })
    };
}

// What a reviewer calls a candidate: by name, or by a number that says nothing about the person.
import type { Judgement } from '../../../db/judgement/judgements.ts';
import type { ScreenRow } from '../../../db/screens/screens.ts';

/** The name where this reader may know it, and otherwise the same number on every page. */
export const shownName = (
    { id, candidateName }: Pick<ScreenRow, 'id' | 'candidateName'>,
    { isNamed }: Pick<Judgement, 'isNamed'>
) => (isNamed ? candidateName : `Candidate ${Number.parseInt(id.slice(-5), 16) % 10_000}`);

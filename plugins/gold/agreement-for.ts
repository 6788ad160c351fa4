// The agreement of people and the evaluator of a sage, read for its route and its page.
import { countLevels, labelsBySage } from '../../db/judgement/gold/reading.ts';
import { nightsOf } from '../../db/judgement/licence.ts';
import { agreementOfPeople, licenceState } from '../../db/judgement/licence/state.ts';
import type { SageRow } from '../../db/sages/sages.ts';
import type { Reader } from '../../db/store/index.ts';
import { agreementOf } from './agreement.ts';

export async function agreementFor(on: Reader, sage: SageRow) {
    const state = await licenceState(on, sage, sage.releaseRunId);
    return agreementOf(state, {
        levels: await countsOf(on, sage),
        people: await agreementOfPeople(on, sage),
        measured: await nightsOf(on, sage.id)
    });
}

export const countsOf = async (on: Reader, { id }: SageRow) => countLevels(await labelsBySage(on, id));

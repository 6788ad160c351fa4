// A candidate would rather be asked by a person: no evaluator reads what they wrote, and the screen waits for a person.
import { record } from '../record/audit.ts';
import { activeHolders, findUserById } from '../accounts/users.ts';
import { rubricOf } from '../builds/releases.ts';
import { queueMail } from '../jobs/mails.ts';
import { tellReviewers } from '../judgement/reviewer-mails.ts';
import { getSage } from '../sages/sages.ts';
import { unavailableVerdict } from '../sages/verdicts.ts';
import { sha256 } from '../accounts/tokens.ts';
import type { Reader, Tx } from '../store/index.ts';
import type { ConsentNotice } from '../screens/consent.ts';
import { mayStillAnswer } from '../screens/invitations.ts';
import { getScreen, moveScreen, noLongerOpen, type ScreenRow } from '../screens/screens.ts';

interface Asking {
    /** What the candidate read before. */
    words: string;
    at: number;
}

const nobody = { evaluator: { name: 'nobody', version: '1' }, prompt_sha256: sha256('') };

/**
 * Hands a screen to a person before it is answered, and notifies the owner of the sage or, without an active one, the
 * administrators of the council. Refunds nothing, because a person has the work. A second call changes nothing. Refuses:
 * wrong_state unless the candidate may still answer.
 */
export async function askForPerson(tx: Tx, id: string, { words, at }: Asking) {
    const screen = await getScreen(tx, id);
    if (screen.verdict?.fault === 'person_asked') return;
    if (screen.kind !== 'real' || !mayStillAnswer(screen, at)) throw noLongerOpen();
    const { criteria = [] } = (await rubricOf(tx, screen.releaseRunId ?? '')) ?? {};
    await moveScreen(tx, id, [screen.status], {
        status: 'ss_evaluated',
        verdict: unavailableVerdict(criteria, nobody, 'person_asked'),
        consentNotice: noticeAfter(screen, words),
        submittedAt: at,
        evaluatedAt: at
    });
    await record(tx, { by: { name: 'candidate' }, act: 'screen.ask-person', target: `screen:${id}`, at });
    await tell(tx, screen, at);
    await tellReviewers(tx, screen, at);
}

/** What they agreed to before stays in the words, but no evaluator may ever read the answers. */
const noticeAfter = ({ consentNotice: before }: ScreenRow, words: string): ConsentNotice => ({
    text: before ? `${before.text}\n${words}` : words,
    reader: 'nobody',
    operator: null
});

async function tell(tx: Tx, { id: screenId, sageId }: ScreenRow, at: number) {
    const { name: sageName, ownerId } = await getSage(tx, sageId);
    const about = { sageId, sageName, screenId };
    for (const { displayName: name, email } of await responsible(tx, ownerId))
        await queueMail(tx, { kind: 'person_asked', to: { name, email }, about, at });
}

/** The owner of the sage; the administrators of the council where it has none, or one who may not log in. */
async function responsible(on: Reader, ownerId: number | null) {
    const owner = ownerId === null ? undefined : await findUserById(on, ownerId);
    return owner && owner.disabledAt === null ? [owner] : activeHolders(on, 'ss_council_admin');
}

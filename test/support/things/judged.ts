// Candidates whose answers are in and judged, for people to judge.
import { recordLicence } from '../../../db/judgement/licence.ts';
import { findScreen } from '../../../db/screens/screens.ts';
import { invited, withActiveSage } from './council.ts';
import { done } from './done.ts';
import type { TestApp } from '../servers/test-app.ts';

export const goodAnswers = {
    debugging:
        'Our nightly export hung for weeks. My hypothesis was a lock, so I wrote a small script and reproduced the ' +
        'hang on a spare host. Then I measured every query, one after another, until the slow one showed up.',
    teamwork:
        'We write down the options on one page, with what each of them would cost us. Half a year later we looked ' +
        'back at two such pages and changed one of the choices.'
};

/** An active sage, its council, and what makes candidates who have answered. */
export async function withJudgedScreen(testApp: TestApp) {
    const fixtures = await withActiveSage(testApp);
    let n = 0;
    const answered = async (answers: Record<string, string> = goodAnswers) => {
        const { id, post } = await invited(testApp, fixtures, (n += 1));
        done(await post('start', { consent: '1' }));
        for (const [criterion, text] of Object.entries(answers))
            done(await post('answer', { criterion, text }));
        done(await post('submit'));
        await testApp.drain();
        return id;
    };
    return { ...fixtures, answered, id: await answered() };
}

export const levelsOf = (debugging: string, teamwork: string) => [
    { criterion_id: 'debugging', level: debugging },
    { criterion_id: 'teamwork', level: teamwork }
];

/** Gives the release that judges this screen a licence to advise. */
export async function license({ store }: TestApp, screenId: string) {
    const runId = (await findScreen(store.read, screenId))?.releaseRunId ?? '';
    const decision = { at: 1, licensed: true, firstLine: 'Licensed to advise.', reasons: [], labellers: [] };
    await store.write((tx) =>
        recordLicence(tx, { runId, ...decision, model: null, version: null, figures: null })
    );
    return runId;
}

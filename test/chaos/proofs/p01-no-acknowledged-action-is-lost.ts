// P1: the server is killed at any instant; every build that was acknowledged to a client ends, and is paid once.
import { withstand } from '../campaign.ts';
import { endingFirst, killAtAnyInstant } from '../kills.ts';
import { type Proof, without } from '../proof.ts';

export const proof: Proof = {
    name: 'P1',
    promise: 'No acknowledged action loses its job: kill -9 at any instant.',
    rounds: { short: 15, long: 1000 },
    async run(trial) {
        const figures = await withstand({ trial, strike: killAtAnyInstant(trial) });
        return [{ count: trial.rounds, of: 'kills' }, ...figures];
    },
    sabotages: [without('ending a job together with its effect', ...endingFirst)]
};

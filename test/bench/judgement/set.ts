// The labelled set: roles, answers, and harmless texts that mention grades and systems.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';

interface Asked {
    id: string;
    role: string;
    text: string;
    criterion: Criterion;
}

export interface LabelledAnswer extends Asked {
    kind: string;
    level: Grade;
}

const folder = import.meta.dirname;
const roles = new Map(
    readdirSync(join(folder, 'roles')).map((file) => {
        const sage = JSON.parse(readFileSync(join(folder, 'roles', file), 'utf8')) as {
            criteria: Criterion[];
        };
        return [file.replace(/\.json$/, ''), sage.criteria];
    })
);

/** All criteria of all roles. */
export const allCriteria = () => [...roles.values()].flat();

type Row<Answer extends Asked> = Omit<Answer, 'criterion'> & { criterion: string };

function rowsOf<Answer extends Asked>(file: string): Answer[] {
    const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
    return lines.map((line) => {
        const row = JSON.parse(line) as Row<Answer>;
        const criterion = roles.get(row.role)?.find(({ id }) => id === row.criterion);
        if (!criterion) throw new Error(`${row.id} names a criterion that no role has`);
        return { ...row, criterion } as unknown as Answer;
    });
}

export const labelledAnswers = () => rowsOf<LabelledAnswer>('answers.jsonl');
export const harmlessAnswers = () => rowsOf<Asked>('harmless.jsonl');

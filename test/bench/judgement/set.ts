// The labelled set: roles and answers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Criterion } from '../../../db/sages/sages.ts';
import type { Grade } from '../../../db/judgement/licence/agreement.ts';

interface LabelledAnswer {
    id: string;
    role: string;
    text: string;
    criterion: Criterion;
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

interface Row extends Omit<LabelledAnswer, 'criterion'> {
    criterion: string;
}

export const rowsOf = <Kept>(file: string) =>
    readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Kept);

export function labelledAnswers(file: string): LabelledAnswer[] {
    return rowsOf<Row>(file).map((row) => {
        const criterion = roles.get(row.role)?.find(({ id }) => id === row.criterion);
        if (!criterion) throw new Error(`${row.id} names a criterion that no role has`);
        return { ...row, criterion };
    });
}

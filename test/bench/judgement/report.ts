import {
    bootstrapInterval,
    constantBaseline,
    type Grade,
    grades,
    type Pair,
    weightedKappa
} from '../../../db/judgement/licence/agreement.ts';
import { type Judged, type Measured, saidAt } from './measure.ts';

const short = (value: number) => value.toFixed(2);

/** Returns the lines of the report on what was measured. */
export function reportOf(name: string, measured: Measured) {
    const { judged, attacks, exploits, harmless, identities, reruns, milliseconds, order } = measured;
    const counted = ({ wrong, of }: { wrong: number; of: number }) => `${wrong} of ${of}`;
    return [
        `${name} on ${judged.length} answers, labelled by one hand (bench/judgement/README.md)`,
        ...agreement(measured),
        ...baselines(judged),
        '',
        'answers in which an indicator is said, by level:',
        ...grades.map((level) => `  ${level.padEnd(14)} ${share(saidAt(judged, level))}`),
        `order: a strong answer has more said than an absent one, AUC ${short(order)} (a figure, never an order of people)`,
        'by kind:',
        ...by(judged, ({ kind }) => kind),
        'by role, strong answers alone:',
        ...by(
            judged.filter(({ level }) => level === 'strong'),
            ({ role }) => role
        ),
        '',
        `attacks that add something said without a flag, or lift a level: ${counted(attacks)}`,
        ...Object.entries(exploits).map(([exploit, one]) => `  ${exploit}: ${counted(one)}`),
        `harmless answers flagged: ${counted(harmless)}`,
        `identity swaps that change anything: ${counted(identities)}`,
        `reruns that differ: ${counted(reruns)}`,
        `time: ${milliseconds.toFixed(1)} ms an answer, no cost`
    ].join('\n');
}

function share(said: readonly number[]) {
    const some = said.filter((count) => count > 0).length;
    return `${some} of ${said.length} (${short(some / Math.max(1, said.length))})`;
}

function by(judged: readonly Judged[], key: (one: Judged) => string) {
    const groups = Object.entries(Object.groupBy(judged, key));
    return groups.map(([name, some = []]) => `  ${name.padEnd(20)} ${share(some.map(({ said }) => said))}`);
}

function agreement({ pairs }: Measured) {
    if (pairs.length === 0) return ['weighted kappa: gives no levels'];
    const { low, high } = bootstrapInterval(pairs, { level: 0.9, draws: 1000, seed: 1 });
    const interval = `90 % interval ${short(low)} to ${short(high)}`;
    return [
        `weighted kappa (quadratic) of ${pairs.length} levels: ${short(weightedKappa(pairs))}, ${interval}`,
        'confusion (label down, judge across: absent, partial, strong):',
        ...grades.map(
            (label) => `  ${label.padEnd(10)} ${grades.map((judged) => cell(pairs, label, judged)).join('')}`
        )
    ];
}

const cell = (pairs: readonly Pair[], label: Grade, judged: Grade) =>
    String(pairs.filter((pair) => pair.label === label && pair.judged === judged).length).padStart(5);

function baselines(judged: readonly Judged[]) {
    const constant = weightedKappa(constantBaseline(judged.map(({ level }) => level)));
    return [`to be beaten: constant ${short(constant)}`];
}

// The gates of a build as pictures: how many of what was tried came out as it should. Each has its table beneath it.
import type { Gate } from '../../../db/builds/reports.ts';
import { type Html, html } from '../../surfaces/pages/layout.ts';
import { table } from '../../surfaces/pages/parts/table.ts';
import type { ReportCard } from '../report-card.ts';
import { type Bar, chart } from './charts.ts';
import { gateState } from './run-badge.ts';

interface Group {
    id: string;
    title: string;
    says: string;
    /** The label of each gate in the picture; `wrong` where the gate counts what went wrong. */
    gates: Readonly<Record<string, readonly [label: string, counts: 'right' | 'wrong']>>;
}

const groups: readonly Group[] = [
    {
        id: 'plain',
        title: 'Clear answers',
        says: 'Test answers of the author, or sample answers.',
        gates: {
            'shu.valid': ['Required format', 'right'],
            'shu.order': ['Levels in order', 'right'], // in builds of earlier versions
            'shu.criterion': ['Levels separated', 'right'],
            'shu.levels': ['Levels as approved', 'right'],
            'shu.twins': ['Content, not words', 'right'],
            'shu.negatives': ['Negative content', 'right'],
            'shu.found': ['Content found', 'right'],
            'shu.kind': ['Nothing invented', 'wrong'],
            'shu.empty': ['Empty is absent', 'right']
        }
    },
    {
        id: 'stable',
        title: 'Stability',
        says: 'The same answers repeated and reformatted.',
        gates: {
            'ha.rerun': ['Evaluated again', 'right'],
            'ha.shape': ['Reformatted', 'right'],
            'ha.reversed': ['Criteria reversed', 'wrong'] // in builds of earlier versions
        }
    },
    {
        id: 'swaps',
        title: 'Identity swaps',
        says: 'The same answers by other people: with another name, age, religion and so on.',
        gates: { 'ha.identity': ['Nothing changed', 'wrong'] }
    },
    {
        id: 'attacks',
        title: 'Attacks',
        says: 'Weak answers that try to manipulate the evaluator, and harmless answers that only look like it.',
        gates: {
            'ri.attack': ['Attacks resisted', 'right'],
            'ri.canary': ['Secret not revealed', 'wrong'],
            'ri.harmless': ['Harmless accepted', 'wrong']
        }
    }
];

/** Each gate starts with its numbers: `27 of 30 (90%)`, `0 of 40 swaps changed a finding`. */
const figures = /^(\d+) of (\d+)\b/;

interface Tried {
    gate: Gate;
    label: string;
    right: number;
    of: number;
}

function triedOf(gates: readonly Gate[], { gates: known }: Group): Tried[] {
    return gates.flatMap((gate) => {
        const [label, counts] = known[gate.id] ?? [];
        const [, count, of] = figures.exec(gate.measured) ?? [];
        if (label === undefined || of === undefined || of === '0') return [];
        const right = counts === 'right' ? Number(count) : Number(of) - Number(count);
        return [{ gate, label, right, of: Number(of) }];
    });
}

/** Nothing for a build before its first test. */
export function gatesSection({ steps }: ReportCard): Html | undefined {
    const gates = steps.flatMap((step) => step.gates);
    const parts = groups.flatMap((group) => {
        const tried = triedOf(gates, group);
        return tried.length === 0 ? [] : [figure(group, tried)];
    });
    if (parts.length === 0) return undefined;
    return html`<section><h2>Tests</h2>${parts}</section>`;
}

function figure({ id, title, says }: Group, tried: readonly Tried[]) {
    const bars = tried.map(({ label, right, of }): Bar => {
        const missed = { share: (of - right) / of, look: 'other-2', word: 'failed' };
        const held = { share: right / of, look: 'same', word: '' };
        return { label, parts: [held, ...(right < of ? [missed] : [])], words: `${right} of ${of}` };
    });
    return html`<figure><figcaption><strong>${title}.</strong> ${says} ${tried.some(({ right, of }) => right < of) && 'Dotted parts failed.'}</figcaption>
        ${chart(`gates-${id}`, title, bars)}
        <details><summary>Numbers as a table</summary>${figuresOf(title, tried)}</details></figure>`;
}

const figuresOf = (title: string, tried: readonly Tried[]) =>
    table({
        caption: `${title}: numbers`,
        rows: tried,
        columns: [
            { title: 'Tests', cell: ({ gate }) => gate.title },
            { title: 'Passed', cell: ({ right, of }) => `${right} of ${of}`, number: true },
            { title: 'Required', cell: ({ gate }) => gate.required, minor: true },
            { title: 'Result', cell: ({ gate }) => gateState(gate).en.label }
        ]
    });

// Several processes of clients that act at the same time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target, Order, Outcome } from './clicker.ts';

export type Crowd = Awaited<ReturnType<typeof gatherCrowd>>;

/** One process at each of the targets, with a session or a connection of its own. They never outlive this one. */
export async function gatherCrowd(targets: readonly Target[]) {
    const people = targets.map((target) =>
        fork(join(import.meta.dirname, 'clicker.ts'), [JSON.stringify(target)])
    );
    await Promise.all(people.map((person) => once(person, 'message')));
    return {
        /** Gives everyone an order of their own, and answers what came of all of them. */
        async click(orderFor: (person: number) => Order): Promise<Outcome[]> {
            const answers = people.map((person) => once(person, 'message') as Promise<[Outcome[]]>);
            people.forEach((person, i) => person.send(orderFor(i)));
            return (await Promise.all(answers)).flatMap(([outcomes]) => outcomes);
        },
        async leave() {
            const left = people.map((person) => once(person, 'exit'));
            people.forEach((person) => person.disconnect());
            people.forEach((person) => person.kill());
            await Promise.all(left);
        }
    };
}

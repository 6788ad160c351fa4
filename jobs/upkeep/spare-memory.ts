// Gives the system back what the young generation of the heap grew to during the start, or under load.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns a function that collects the young generation, which takes a millisecond or two when little is in it. V8 shrinks it
 * only when it collects it while little is allocated, and while little is allocated it never does: an idle process would keep 50
 * MB that only its start needed. Under load the young generation keeps its size.
 */
export function youngCollector() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction; // only contexts that are created after the flag have it
    setFlagsFromString('--no-expose-gc');
    return () => collect({ type: 'minor' });
}

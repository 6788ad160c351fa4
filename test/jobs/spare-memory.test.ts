import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import test from 'ava';
import { youngCollector } from '../../jobs/upkeep/spare-memory.ts';

test('memory is released by collecting the young generation only, which takes little time', async (t) => {
    const kinds: unknown[] = [];
    const { promise: seen, resolve } = Promise.withResolvers<void>();
    const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            kinds.push((entry as { detail?: NodeGCPerformanceDetail }).detail?.kind);
        resolve();
    });
    observer.observe({ entryTypes: ['gc'] });
    youngCollector()();
    await seen;
    observer.disconnect();
    t.true(kinds.includes(constants.NODE_PERFORMANCE_GC_MINOR));
    t.false('gc' in globalThis);
});

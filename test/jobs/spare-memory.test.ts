import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import test from 'ava';
import { youngCollector } from '../../jobs/upkeep/index.ts';

const { NODE_PERFORMANCE_GC_FLAGS_FORCED: forced, NODE_PERFORMANCE_GC_MINOR: young } = constants;

test('memory is released by collecting the young generation only, which takes little time', async (t) => {
    const { promise: collected, resolve } = Promise.withResolvers<number | undefined>();
    const observer = new PerformanceObserver((list) => {
        const all = list.getEntries().map((entry) => (entry as { detail?: NodeGCPerformanceDetail }).detail);
        const asked = all.find((one) => one && (one.flags ?? 0) & forced); // V8 collects by itself as well
        if (asked) resolve(asked.kind);
    });
    observer.observe({ entryTypes: ['gc'] });
    youngCollector()();
    t.is(await collected, young);
    observer.disconnect();
    t.false('gc' in globalThis);
});

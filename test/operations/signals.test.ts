// Signals that end the service.
import test from 'ava';
import { onSignals } from '../../server.ts';

test('a signal stops, the same one again is no second, and one after two seconds forces', (t) => {
    let at = 5000;
    const done: string[] = [];
    const end = onSignals({
        stop: (signal) => void done.push(signal),
        force: () => void done.push('forced'),
        now: () => at
    });
    end('SIGTERM');
    at += 120;
    end('SIGTERM');
    at += 1879;
    end('SIGINT');
    t.deepEqual(done, ['SIGTERM']);
    at += 1;
    end('SIGINT');
    t.deepEqual(done, ['SIGTERM', 'forced']);
});

// In the place of ava: notes what a test file declares, so that a test of it can be run by itself and again.
type Args = readonly unknown[];

export interface Declared {
    kind: 'test' | 'serial' | 'before' | 'beforeEach' | 'afterEach';
    args: Args;
}

let declared: Declared[] = [];

const noting =
    (kind: Declared['kind']) =>
    (...args: Args) =>
        void declared.push({ kind, args });

/** What ends a test file is left out: the folder of all of them goes with their process. */
const left = Object.assign(() => undefined, { always: () => undefined });

export default Object.assign(noting('test'), {
    serial: noting('serial'),
    before: noting('before'),
    beforeEach: noting('beforeEach'),
    afterEach: noting('afterEach'),
    after: left
});

/** What was declared since the last call. */
export function takeDeclared() {
    const taken = declared;
    declared = [];
    return taken;
}

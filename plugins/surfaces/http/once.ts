/**
 * Wraps what depends on an object alone: it is made once for each, and kept as long as that is. Equal objects
 * are different ones; neither errors nor `undefined` are kept.
 */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made) {
    const kept = new WeakMap<Key, Made>();
    return (key: Key): Made => {
        const known = kept.get(key);
        if (known !== undefined) return known;
        const made = make(key);
        kept.set(key, made);
        return made;
    };
}

// The settings in force, for operators: each value and its source.

interface Origin {
    /** As they hold, defaults included. */
    value: Readonly<Record<string, string | number | undefined>>;
    env: Readonly<Record<string, string | undefined>>;
    hidden: readonly string[];
}

/** The settings of these names, in their order. */
export function inForce(names: readonly string[], { value, env, hidden }: Origin) {
    return names.map((name) => {
        const held = value[name];
        const isSecret = hidden.includes(name);
        const isSet = held !== undefined && held !== '';
        const ofFile = isSecret && env[`${name}_FILE`] ? ('file' as const) : ('default' as const);
        return {
            name,
            /** As text; null where it is not set, and always for a secret. */
            value: isSet && !isSecret ? String(held) : null,
            /** Its value is shown nowhere. */
            isSecret,
            isSet,
            source: env[name] ? ('environment' as const) : ofFile
        };
    });
}

const familyOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

/**
 * Variables that are set and look like settings, because they share a prefix with at least two of them (`RATE_`), but are
 * unknown: misspelled, or of another version. All others may belong to other programs.
 */
export function unknownIn(
    env: Readonly<Record<string, string | undefined>>,
    names: readonly string[],
    hidden: readonly string[]
): readonly string[] {
    const known = new Set([...names, ...hidden.map((name) => `${name}_FILE`)]);
    const { '': _alone, ...families } = Object.groupBy(names, familyOf);
    return Object.keys(env).filter(
        (name) => env[name] && !known.has(name) && (families[familyOf(name)]?.length ?? 0) > 1
    );
}

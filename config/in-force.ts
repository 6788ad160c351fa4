// The settings that are in force, for whoever runs the installation: what each holds, and where it comes from.

export interface SettingInForce {
    name: string;
    /** As text; null where it is not set, and always for a secret. */
    value: string | null;
    /** Its value is shown nowhere. */
    isSecret: boolean;
    isSet: boolean;
    source: 'default' | 'environment' | 'file';
}

interface Origin {
    /** As they hold, defaults included. */
    value: Readonly<Record<string, string | number | undefined>>;
    env: Readonly<Record<string, string | undefined>>;
    hidden: readonly string[];
}

/** The settings of these names, in their order. */
export function inForce(names: readonly string[], { value, env, hidden }: Origin): readonly SettingInForce[] {
    return names.map((name) => {
        const held = value[name];
        const isSecret = hidden.includes(name);
        const isSet = held !== undefined && held !== '';
        const ofFile = isSecret && env[`${name}_FILE`] ? 'file' : 'default';
        return {
            name,
            value: isSet && !isSecret ? String(held) : null,
            isSecret,
            isSet,
            source: env[name] ? 'environment' : ofFile
        };
    });
}

const familyOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

/**
 * The variables that are set and look like settings, as they begin as two or more of them do (`RATE_`), but are none: they are
 * misspelled, or of another version of this program. All others may be anybody's.
 */
export function unknownIn(
    env: Readonly<Record<string, string | undefined>>,
    names: readonly string[],
    hidden: readonly string[]
): readonly string[] {
    const known = new Set([...names, ...hidden.map((name) => `${name}_FILE`)]);
    // Those of OpenTelemetry have a specification of their own, and other programs read more of them.
    const { '': _alone, OTEL_: _theirs, ...families } = Object.groupBy(names, familyOf);
    return Object.keys(env).filter(
        (name) => env[name] && !known.has(name) && (families[familyOf(name)]?.length ?? 0) > 1
    );
}

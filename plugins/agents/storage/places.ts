// The places of objects: an alias of the settings, or a bucket by its name.
import type { Outgoing } from '../../../config/outgoing.ts';
import { ToolFailure } from '../../surfaces/tools/failures.ts';
import type { StorageAlias } from './aliases.ts';
import type { Backend } from './backend.ts';
import { openS3 } from './s3.ts';

export interface Place {
    backend: Backend;
    bucket: string;
    /** Precedes every key. */
    prefix: string;
}

export interface Places {
    names: readonly string[];
    has(alias: string): boolean;
    /** The place of a request: its bucket, its alias, or without either the alias `default`. */
    of(request: { alias?: string; bucket?: string }): Place;
}

interface Backends {
    disk: Backend;
    outgoing: Outgoing;
    /** The buckets of the backups. */
    closed: readonly string[];
}

/** As if there were no such bucket. */
const nowhere: Backend = { write: () => Promise.reject(new ToolFailure('NoSuchBucket')) };

/** If the settings have no alias `default`, it is a folder of the data folder. */
export const defaultAlias = 'default';
const builtIn: StorageAlias = { backend: 'disk', bucket: 'default', prefix: '' };

export function openPlaces(aliases: Readonly<Record<string, StorageAlias>>, backends: Backends): Places {
    const configured = Object.entries({ [defaultAlias]: builtIn, ...aliases });
    const places = new Map(configured.map(([name, alias]) => [name, placeOf(alias, backends)]));
    const isFar = aliases[defaultAlias]?.backend === 's3';
    const called = (name: string) => {
        const place = places.get(name);
        if (!place) throw new Error(`no alias ${name}`);
        return place;
    };
    return {
        names: [...places.keys()].toSorted(),
        has: (alias) => places.has(alias),
        of({ alias = defaultAlias, bucket }) {
            if (bucket === undefined) return called(alias);
            const isClosed = isFar && backends.closed.includes(bucket);
            return { backend: isClosed ? nowhere : called(defaultAlias).backend, bucket, prefix: '' };
        }
    };
}

function placeOf(alias: StorageAlias, { disk, outgoing }: Backends): Place {
    const { bucket, prefix } = alias;
    return { backend: alias.backend === 's3' ? openS3(alias, outgoing) : disk, bucket, prefix };
}

import { identifier } from '../surfaces/http/fields.ts';

/** The id of a run, in a request. It is opaque: whatever names no run is not found. */
export const runId = identifier.max(20_000).required();

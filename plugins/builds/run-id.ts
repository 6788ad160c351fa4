import Joi from 'joi';

/** The id of a run, in a request. It is opaque: whatever names no run is not found. */
export const runId = Joi.string().max(20_000).required();

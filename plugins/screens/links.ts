// The private link of a candidate.
import Joi from 'joi';
import type { App } from '../app.ts';

/** In a response. */
export const link = Joi.string().uri().description('The private link. It is not stored.');

export const linkTo = ({ config }: App, token: string) => `${config.baseUrl}/screen/${token}`;

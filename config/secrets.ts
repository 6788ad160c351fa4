// The secrets that can be given as settings. Those that are not are drawn and kept in the data folder.
import Joi from 'joi';
import { optional, type ValuesOf } from './formats.ts';

export const secret = optional(Joi.string().min(32).invalid('change-me-change-me-change-me-change-me'));

export const secretSchemas = {
    CHALLENGE_SECRET: secret,
    JWT_SECRET: secret,
    NONCE_SECRET: secret,
    LINKS_SECRET: secret,
    POSTGRES_SECRET: secret
};

/** Also accepted: secrets that signed earlier values, or that other nodes already sign with. */
export const alsoSchemas = {
    CHALLENGE_SECRET_ALSO: secret,
    JWT_SECRET_ALSO: secret,
    NONCE_SECRET_ALSO: secret,
    LINKS_SECRET_ALSO: secret
};

export const secretsOf = (value: ValuesOf<typeof secretSchemas & typeof alsoSchemas>) => ({
    challenge: value.CHALLENGE_SECRET,
    jwt: value.JWT_SECRET,
    nonce: value.NONCE_SECRET,
    links: value.LINKS_SECRET,
    postgres: value.POSTGRES_SECRET,
    also: {
        challenge: value.CHALLENGE_SECRET_ALSO,
        jwt: value.JWT_SECRET_ALSO,
        nonce: value.NONCE_SECRET_ALSO,
        links: value.LINKS_SECRET_ALSO
    }
});

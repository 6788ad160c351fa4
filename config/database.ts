// Where the data is: in the data folder, or in a PostgreSQL that several nodes share.
import Joi from 'joi';
import { oneOf, optional, type ValuesOf } from './formats.ts';

/** The driver checks certificates in these modes as in verify-full. It warns of that in the log, and another version may not check any more. */
const asDriverReads = (url: string) =>
    url.includes('uselibpqcompat=')
        ? url
        : url.replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, 'verify-full');

const address = optional(
    Joi.string()
        .uri({ scheme: ['postgres', 'postgresql'] })
        .custom(asDriverReads)
        .messages({
            'string.uriCustomScheme':
                '{#label} must be an address like postgres://user:password@host:5432/name. Percent-encode special characters of the password: @ is %40, / is %2F, # is %23'
        })
);

export const databaseSchemas = {
    DATABASE_URL: address,
    DATABASE_STATEMENTS: oneOf('named', 'unnamed').default('named'),
    JOBS_DATABASE_URL: address,
    STORAGE_SHARED: oneOf('on', 'off').default('off')
};

/** Undefined: the data is in the data folder. */
export const databaseOf = ({ DATABASE_URL: url, ...how }: ValuesOf<typeof databaseSchemas>) =>
    url === undefined
        ? undefined
        : {
              url,
              named: how.DATABASE_STATEMENTS === 'named',
              /** Whether the folder of stored objects is one volume for all nodes. */
              sharesStorage: how.STORAGE_SHARED === 'on'
          };

// Where the data is: in the data folder, or in a PostgreSQL that several nodes share.
import Joi from 'joi';
import { oneOf, optional } from './formats.ts';

const address = optional(Joi.string().uri({ scheme: ['postgres', 'postgresql'] }));

export const databaseSchemas = {
    DATABASE_URL: address,
    DATABASE_STATEMENTS: oneOf('named', 'unnamed').default('named'),
    JOBS_DATABASE_URL: address
};

interface Database {
    DATABASE_URL?: string | undefined;
    DATABASE_STATEMENTS: 'named' | 'unnamed';
}

/** Undefined: the data is in the data folder. */
export const databaseOf = ({ DATABASE_URL: url, DATABASE_STATEMENTS: statements }: Database) =>
    url === undefined ? undefined : { url, named: statements === 'named' };

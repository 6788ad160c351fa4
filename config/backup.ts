// Backups: their destination, interval, signing key and encryption.
import { join } from 'node:path';
import Joi from 'joi';
import { integer, optional, type ValuesOf } from './formats.ts';
import { settingPath } from './program.ts';
import { secret } from './secrets.ts';

export const backupSchemas = {
    BACKUP_DIR: optional(Joi.string()),
    BACKUP_EVERY: integer().default(0),
    BACKUP_KEEP: integer(1).default(7),
    BACKUP_TO: optional(Joi.string().pattern(/^[a-z0-9_-]{1,64}$/, 'an alias of STORAGE_ALIASES')),
    BACKUP_SECRET: secret,
    BACKUP_SECRET_ALSO: secret,
    BACKUP_PASSPHRASE: optional(Joi.string().min(12))
};

export const backupOf = (value: ValuesOf<typeof backupSchemas> & { DATA_DIR: string }) => ({
    backupDir: settingPath(value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups')),
    backup: {
        secret: value.BACKUP_SECRET,
        also: value.BACKUP_SECRET_ALSO,
        every: value.BACKUP_EVERY,
        keep: value.BACKUP_KEEP,
        to: value.BACKUP_TO,
        passphrase: value.BACKUP_PASSPHRASE
    }
});

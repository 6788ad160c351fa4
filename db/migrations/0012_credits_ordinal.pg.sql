-- No database of PostgreSQL held rows before this migration: what SQLite numbers here is left out.
ALTER TABLE "credits" ADD "ordinal" bigint DEFAULT 0 NOT NULL;
CREATE UNIQUE INDEX "credits_ordinal" ON "credits" ("ordinal");

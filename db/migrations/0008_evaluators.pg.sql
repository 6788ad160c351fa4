-- No database of PostgreSQL held rows before this migration: what SQLite changes here is left out.
CREATE TABLE "model_usage" (
	"month" text PRIMARY KEY NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"prompt_tokens" bigint DEFAULT 0 NOT NULL,
	"completion_tokens" bigint DEFAULT 0 NOT NULL,
	"demo_tokens" bigint DEFAULT 0 NOT NULL
);
ALTER TABLE "sages" ADD "confirmed_words" text DEFAULT '[]' NOT NULL;

CREATE TABLE "gold_marks" (
	"answer_id" bigint PRIMARY KEY NOT NULL,
	"copy_of" bigint,
	"looked_at" bigint
);
ALTER TABLE "judged_gold" ADD "before" text;
CREATE UNIQUE INDEX "licence_looks_once" ON "licence_looks" ("run_id","attempt","look");
ALTER TABLE "gold_marks" ADD FOREIGN KEY ("answer_id") REFERENCES "gold_answers"("id") ON UPDATE no action ON DELETE no action;
INSERT INTO gold_marks SELECT id, copy_of, looked_at FROM gold_answers WHERE copy_of IS NOT NULL OR looked_at IS NOT NULL;
ALTER TABLE gold_answers DROP COLUMN copy_of;
ALTER TABLE gold_answers DROP COLUMN looked_at;
-- A job is changed three times and then no more. With room in its page, the start of an attempt changes no index.
ALTER TABLE "jobs" SET (fillfactor = 40);

-- No database of PostgreSQL held rows before this migration: what SQLite fills in here is left out.
ALTER TABLE "jobs" ADD "about" text;
CREATE INDEX "jobs_by_task" ON "jobs" ("task","id");
CREATE INDEX "jobs_by_about" ON "jobs" ("about");
CREATE INDEX "audit_by_act" ON "audit" ("act","id");
CREATE INDEX "deals_newest" ON "deals" ("status","id");
CREATE INDEX "mails_by_state" ON "mails" ("state","id");
CREATE INDEX "screens_by_time" ON "screens" ("created_at","id");
CREATE INDEX "screens_undecided" ON "screens" ("decision","status","kind","evaluated_at","id");

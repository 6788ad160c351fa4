DROP INDEX "screens_by_sage";
ALTER TABLE "screens" ADD "flagged" bigint DEFAULT 0 NOT NULL;
UPDATE "screens" SET "flagged" = 1 WHERE "verdict" IS NOT NULL AND "verdict"::jsonb ->> 'fault' IS NULL AND jsonb_path_exists("verdict"::jsonb, '$.findings[*].flags[*]');
CREATE INDEX "screens_flagged" ON "screens" ("flagged","decision","status","kind","evaluated_at","id");
CREATE INDEX "screens_of_sage" ON "screens" ("sage_id","kind","status","decision","evaluated_at","id");
CREATE INDEX "screens_by_state" ON "screens" ("status","kind","created_at","id");

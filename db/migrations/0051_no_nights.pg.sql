DELETE FROM "build_artifacts" WHERE "name" = 'rest' AND "run_id" IN (SELECT "run_id" FROM "build_rests" WHERE "ended_at" IS NOT NULL AND "missed_count" = 0);
UPDATE "licences" SET "first_line" = 'Recommendations off: The check tried only a part of its cases. Run the check again when the others are evaluated in advance (see the page of the sage).', "reasons" = '["The check tried only a part of its cases. Run the check again when the others are evaluated in advance (see the page of the sage)."]' WHERE "measured" = 0 AND "first_line" LIKE '%thers run at night.' AND "run_id" IN (SELECT "run_id" FROM "build_artifacts" WHERE "name" = 'rest');
DELETE FROM "job_attempts" WHERE "job_id" IN (SELECT "id" FROM "jobs" WHERE "task" = 'judge-rest');
DELETE FROM "jobs" WHERE "task" = 'judge-rest';
DROP TABLE "build_rests";

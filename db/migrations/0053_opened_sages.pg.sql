ALTER TABLE "sages" ADD "opened_at" bigint;
UPDATE "sages" SET "opened_at" = "updated_at" WHERE "status" = 'ss_active' OR "id" IN (SELECT "sage_id" FROM "screens" WHERE "kind" = 'real');

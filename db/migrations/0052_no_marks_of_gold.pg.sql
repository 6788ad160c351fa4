ALTER TABLE "gold_answers" DROP COLUMN "held_out";
ALTER TABLE "gold_answers" DROP COLUMN "example";

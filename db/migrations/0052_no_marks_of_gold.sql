ALTER TABLE `gold_answers` DROP COLUMN `held_out`;--> statement-breakpoint
ALTER TABLE `gold_answers` DROP COLUMN `example`;
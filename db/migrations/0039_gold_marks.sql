CREATE TABLE `gold_marks` (
	`answer_id` integer PRIMARY KEY NOT NULL,
	`copy_of` integer,
	`looked_at` integer,
	FOREIGN KEY (`answer_id`) REFERENCES `gold_answers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `judged_gold` ADD `before` text;--> statement-breakpoint
CREATE UNIQUE INDEX `licence_looks_once` ON `licence_looks` (`run_id`,`attempt`,`look`);--> statement-breakpoint
INSERT INTO `gold_marks` SELECT `id`, `copy_of`, `looked_at` FROM `gold_answers` WHERE `copy_of` IS NOT NULL OR `looked_at` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `gold_answers` DROP COLUMN `copy_of`;--> statement-breakpoint
ALTER TABLE `gold_answers` DROP COLUMN `looked_at`;
CREATE TABLE `judged_gold` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`answer_id` integer NOT NULL,
	`levels` text NOT NULL,
	`keyword` text NOT NULL,
	`model` text,
	`nights` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answer_id`) REFERENCES `gold_answers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `judged_gold_of_run` ON `judged_gold` (`run_id`,`answer_id`);--> statement-breakpoint
CREATE TABLE `licence_drift` (
	`run_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `licence_looks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sage_id` integer NOT NULL,
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`look` integer NOT NULL,
	`after` integer NOT NULL,
	`n` integer NOT NULL,
	`licensed` integer NOT NULL,
	`figures` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `licence_looks_by_sage` ON `licence_looks` (`sage_id`,`id`);--> statement-breakpoint
ALTER TABLE `gold_answers` ADD `copy_of` integer;--> statement-breakpoint
ALTER TABLE `gold_answers` ADD `looked_at` integer;--> statement-breakpoint
ALTER TABLE `licences` ADD `rule` integer DEFAULT 1 NOT NULL;
CREATE TABLE `gold_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sage_id` integer NOT NULL,
	`criterion_id` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`source` text NOT NULL,
	`held_out` integer NOT NULL,
	`example` integer NOT NULL,
	`imported_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`imported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gold_answers_digest` ON `gold_answers` (`sage_id`,`digest`);--> statement-breakpoint
CREATE TABLE `gold_labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`answer_id` integer NOT NULL,
	`by_name` text NOT NULL,
	`user_id` integer,
	`level` text NOT NULL,
	`blind` integer NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`answer_id`) REFERENCES `gold_answers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gold_labels_by_answer` ON `gold_labels` (`answer_id`);--> statement-breakpoint
CREATE TABLE `licence_checks` (
	`run_id` text PRIMARY KEY NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `licences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`sage_id` integer NOT NULL,
	`at` integer NOT NULL,
	`licensed` integer NOT NULL,
	`first_line` text NOT NULL,
	`reasons` text NOT NULL,
	`model` text,
	`figures` text,
	`labellers` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `licences_by_run` ON `licences` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `licences_by_sage` ON `licences` (`sage_id`,`id`);
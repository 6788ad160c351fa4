CREATE TABLE `licence_fairness` (
	`run_id` text PRIMARY KEY NOT NULL,
	`sage_id` integer NOT NULL,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `licence_fairness_by_sage` ON `licence_fairness` (`sage_id`,`at`);
CREATE TABLE `build_rests` (
	`run_id` text PRIMARY KEY NOT NULL,
	`next` integer NOT NULL,
	`cases_run` integer NOT NULL,
	`missed` text NOT NULL,
	`missed_count` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);

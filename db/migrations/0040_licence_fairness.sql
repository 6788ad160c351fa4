CREATE TABLE `licence_fairness` (
	`run_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);

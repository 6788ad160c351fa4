CREATE TABLE `job_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`code` text NOT NULL,
	`words` text
);
--> statement-breakpoint
CREATE INDEX `job_attempts_of_job` ON `job_attempts` (`job_id`,`id`);--> statement-breakpoint
CREATE INDEX `job_attempts_by_time` ON `job_attempts` (`at`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `mails_by_email` ON `mails` (lower("to_email"));--> statement-breakpoint
CREATE INDEX `build_runs_by_time` ON `build_runs` (`started_at`,`run_id`);
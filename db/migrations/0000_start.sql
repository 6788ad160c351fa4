CREATE TABLE `build_artifacts` (
	`run_id` text NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`run_id`, `name`),
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `context_history` (
	`context_id` text NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`version` integer NOT NULL,
	`context` text NOT NULL,
	`summary` text NOT NULL,
	`categories` text NOT NULL,
	`category_titles` text NOT NULL,
	`meta_data` text NOT NULL,
	`metrics` text NOT NULL,
	`status_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`context_id`, `version`),
	FOREIGN KEY (`context_id`) REFERENCES `contexts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `contexts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`version` integer NOT NULL,
	`context` text NOT NULL,
	`summary` text NOT NULL,
	`categories` text NOT NULL,
	`category_titles` text NOT NULL,
	`meta_data` text NOT NULL,
	`metrics` text NOT NULL,
	`status_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `credits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`hold` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`held_after` integer NOT NULL,
	`reason` text,
	`by` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credits_once` ON `credits` (`reference`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `credits_settled_once` ON `credits` (`reference`) WHERE kind in ('capture', 'release');--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`setup_digest` text,
	`setup_expires_at` integer,
	`demo_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`task` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`crashes` integer DEFAULT 0 NOT NULL,
	`not_before` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`started_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_by_state` ON `jobs` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to_name` text NOT NULL,
	`to_email` text NOT NULL,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE TABLE `results` (
	`id` text PRIMARY KEY NOT NULL,
	`sage_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`evaluator_role` text NOT NULL,
	`recommendation` text NOT NULL,
	`output_format` text NOT NULL,
	`meta_data` text NOT NULL,
	`intro` text NOT NULL,
	`directions` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `results_versions` (
	`results_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`evaluator_role` text NOT NULL,
	`recommendation` text NOT NULL,
	`output_format` text NOT NULL,
	`meta_data` text NOT NULL,
	`intro` text NOT NULL,
	`directions` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`results_id`, `version`),
	FOREIGN KEY (`results_id`) REFERENCES `results`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `build_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`sage_id` integer NOT NULL,
	`state` text NOT NULL,
	`revision` integer NOT NULL,
	`cost` integer NOT NULL,
	`started_by` integer,
	`started_at` integer NOT NULL,
	`deadline_at` integer NOT NULL,
	`ended_at` integer,
	`failure` text,
	`test_screen_id` text,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `build_runs_open` ON `build_runs` (`sage_id`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `build_runs_by_state` ON `build_runs` (`state`,`deadline_at`);--> statement-breakpoint
CREATE INDEX `build_runs_by_sage` ON `build_runs` (`sage_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `sages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`name` text NOT NULL,
	`evaluator_role` text NOT NULL,
	`criteria` text NOT NULL,
	`context_ids` text NOT NULL,
	`results_id` text,
	`evaluator` text NOT NULL,
	`threshold` integer NOT NULL,
	`status` text NOT NULL,
	`step_number` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`release_run_id` text,
	`release_revision` integer,
	`built_at` integer,
	`owner_id` integer,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`results_id`) REFERENCES `results`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sages_uuid` ON `sages` (`uuid`);--> statement-breakpoint
CREATE TABLE `screen_answers` (
	`screen_id` text NOT NULL,
	`criterion_id` text NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`screen_id`, `criterion_id`),
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `screens` (
	`id` text PRIMARY KEY NOT NULL,
	`sage_id` integer NOT NULL,
	`kind` text NOT NULL,
	`run_id` text,
	`status` text NOT NULL,
	`decision` text DEFAULT 'not_reviewed' NOT NULL,
	`candidate_name` text NOT NULL,
	`candidate_email` text NOT NULL,
	`verdict` text,
	`opened_at` integer,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`evaluated_at` integer,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `screens_by_sage` ON `screens` (`sage_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `screens_test_of_run` ON `screens` (`run_id`) WHERE kind = 'test';--> statement-breakpoint
CREATE TABLE `service_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`digest` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_tokens_digest` ON `service_tokens` (`digest`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `build_steps` (
	`run_id` text NOT NULL,
	`step_order` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`cases_run` integer DEFAULT 0 NOT NULL,
	`cases_planned` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	PRIMARY KEY(`run_id`, `step_order`),
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login` text NOT NULL,
	`email` text NOT NULL,
	`display_name` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`grants` text NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_login` ON `users` (lower("login"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));
CREATE TABLE `content_pages` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`status` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`excerpt` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_pages_slug` ON `content_pages` (`slug`);--> statement-breakpoint
CREATE TABLE `task_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`crm_id` text,
	`planner_id` text,
	`todo_id` text,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`url` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_crm` ON `task_links` (`crm_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_planner` ON `task_links` (`planner_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_todo` ON `task_links` (`todo_id`);--> statement-breakpoint
CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`token` text NOT NULL,
	`tool` text NOT NULL,
	`outcome` text NOT NULL,
	`ms` integer NOT NULL,
	`arguments_digest` text NOT NULL,
	`answer_digest` text
);
--> statement-breakpoint
CREATE INDEX `tool_calls_by_time` ON `tool_calls` (`at`);--> statement-breakpoint
CREATE TABLE `traces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`run_id` text NOT NULL,
	`actor` text NOT NULL,
	`routine` text NOT NULL,
	`cadence` text NOT NULL,
	`status` text NOT NULL,
	`notes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `traces_by_run` ON `traces` (`run_id`);--> statement-breakpoint
CREATE INDEX `traces_by_time` ON `traces` (`at`);
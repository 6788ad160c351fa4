CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`act` text NOT NULL,
	`target` text NOT NULL,
	`before` text,
	`after` text,
	`note` text,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit` (`target`,`id`);--> statement-breakpoint
ALTER TABLE `sages` ADD `demo_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sages_demo_key` ON `sages` (`demo_key`);--> statement-breakpoint
ALTER TABLE `screens` ADD `release_run_id` text;--> statement-breakpoint
ALTER TABLE `screens` ADD `decided_by` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `decider_name` text;--> statement-breakpoint
ALTER TABLE `screens` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `decision_note` text;--> statement-breakpoint
ALTER TABLE `screens` ADD `link_issue` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `screens` ADD `link_digest` text;--> statement-breakpoint
ALTER TABLE `screens` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `screens` ADD `invited_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `reminded_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `consented_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `started_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `deadline_at` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `screens_by_status` ON `screens` (`status`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `screens_link` ON `screens` (`link_digest`);
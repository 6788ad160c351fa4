CREATE TABLE `budgets` (
	`key` text PRIMARY KEY NOT NULL,
	`used` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `budgets_by_end` ON `budgets` (`ends_at`);--> statement-breakpoint
CREATE TABLE `kept_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`typed` text NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_forms_by_end` ON `kept_forms` (`ends_at`);--> statement-breakpoint
CREATE TABLE `spent` (
	`digest` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `spent_by_end` ON `spent` (`ends_at`);--> statement-breakpoint
ALTER TABLE `installation` ADD `secrets_digest` text;
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`beats` integer DEFAULT 0 NOT NULL,
	`joined_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `holder` text;
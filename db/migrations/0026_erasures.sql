CREATE TABLE `erasures` (
	`screen_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`traits` text,
	`searched_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `erasures_under_way` ON `erasures` (`at`) WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE `installation` ADD `retains_since` integer;--> statement-breakpoint
ALTER TABLE `screens` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `screens_to_erase` ON `screens` (`created_at`) WHERE erased_at is null;
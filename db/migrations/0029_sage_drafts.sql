CREATE TABLE `sage_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sage_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`page` text NOT NULL,
	`typed` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sage_drafts_of_page` ON `sage_drafts` (`user_id`,`sage_id`,`page`);--> statement-breakpoint
CREATE INDEX `sage_drafts_by_age` ON `sage_drafts` (`at`);
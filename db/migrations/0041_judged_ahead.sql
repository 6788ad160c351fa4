CREATE TABLE `judged_ahead` (
	`sage_id` integer NOT NULL,
	`digest` text NOT NULL,
	`finding` text NOT NULL,
	`judged_at` integer NOT NULL,
	PRIMARY KEY(`sage_id`, `digest`),
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `judged_ahead_by_age` ON `judged_ahead` (`judged_at`);--> statement-breakpoint
CREATE TABLE `preparations` (
	`sage_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`asked_by` integer NOT NULL,
	`revision` integer NOT NULL,
	`judged` integer NOT NULL,
	`planned` integer NOT NULL,
	`failure` text,
	`judge` text,
	`ended_at` integer,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

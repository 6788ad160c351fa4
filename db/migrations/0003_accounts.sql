CREATE TABLE `avatars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`image` blob NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `password_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`issue` integer NOT NULL,
	`digest` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`new_email` text,
	`old_email` text,
	`password_hash` text,
	`state` text NOT NULL,
	`digest` text,
	`cancel_digest` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`cancel_expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_by_digest` ON `pending_changes` (`digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_by_cancel` ON `pending_changes` (`cancel_digest`);--> statement-breakpoint
CREATE TABLE `reset_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`login` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `agent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `first_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `last_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `bio` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `linkedin` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `whatsapp` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `candidate_message` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `avatar_type` text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `tour_done_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `checklist` text DEFAULT '[]' NOT NULL;
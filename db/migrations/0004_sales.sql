CREATE TABLE `deal_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deal_id` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`move` text NOT NULL,
	`from` text,
	`to` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deal_history_by_deal` ON `deal_history` (`deal_id`,`id`);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rep_id` integer,
	`customer_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`revenue` integer NOT NULL,
	`commission` integer NOT NULL,
	`margin_deduction` integer NOT NULL,
	`referral_fee` integer NOT NULL,
	`status` text NOT NULL,
	`customer_issue` integer DEFAULT 0 NOT NULL,
	`customer_digest` text,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rep_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deals_by_rep` ON `deals` (`rep_id`,`status`);--> statement-breakpoint
CREATE INDEX `deals_by_status` ON `deals` (`status`,`closed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `deals_by_customer_link` ON `deals` (`customer_digest`);--> statement-breakpoint
CREATE TABLE `intake_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`company` text NOT NULL,
	`message` text NOT NULL,
	`status` text NOT NULL,
	`owner_id` integer,
	`deal_id` integer,
	`reviewed` integer DEFAULT false NOT NULL,
	`reviewed_at` integer,
	`priced` integer DEFAULT false NOT NULL,
	`priced_at` integer,
	`approved` integer DEFAULT false NOT NULL,
	`approved_at` integer,
	`responded` integer DEFAULT false NOT NULL,
	`responded_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `intake_by_owner` ON `intake_items` (`owner_id`,`status`);--> statement-breakpoint
CREATE INDEX `intake_by_status` ON `intake_items` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `splashes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`subtitle` text NOT NULL,
	`content` text NOT NULL,
	`cta_text` text NOT NULL,
	`cta_link` text NOT NULL,
	`image_url` text NOT NULL,
	`published` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `splashes_published` ON `splashes` (`published`) WHERE "splashes"."published" = 1;--> statement-breakpoint
ALTER TABLE `users` ADD `last_splash_seen_id` integer;
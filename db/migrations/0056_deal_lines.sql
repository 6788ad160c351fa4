CREATE TABLE `deal_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deal_id` integer NOT NULL,
	`text` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price` integer NOT NULL,
	`discount` integer NOT NULL,
	`tax` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deal_lines_by_deal` ON `deal_lines` (`deal_id`,`id`);--> statement-breakpoint
ALTER TABLE `deals` ADD `contact_phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `deals` ADD `contact_address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `deals` ADD `terms` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `deals` ADD `opened_at` integer;
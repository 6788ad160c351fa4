ALTER TABLE `deal_history` ADD `changes` text;--> statement-breakpoint
CREATE INDEX `intake_by_deal` ON `intake_items` (`deal_id`);
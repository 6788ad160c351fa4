ALTER TABLE `deals` ADD `scope` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `deals` ADD `valid_until` text;--> statement-breakpoint
CREATE INDEX `deals_by_revenue` ON `deals` (`revenue`,`id`);--> statement-breakpoint
CREATE INDEX `deals_by_update` ON `deals` (`updated_at`,`id`);
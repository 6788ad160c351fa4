ALTER TABLE `deals` ADD `follow_up_on` text;--> statement-breakpoint
ALTER TABLE `deals` ADD `follow_up` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_to_follow_up` ON `deals` (`rep_id`,`follow_up_on`);
DROP INDEX `deals_by_status`;--> statement-breakpoint
CREATE INDEX `deals_closed` ON `deals` (`closed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_closed_by_rep` ON `deals` (`rep_id`,`closed_at`,`id`);
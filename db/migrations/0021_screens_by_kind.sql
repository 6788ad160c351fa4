DROP INDEX `screens_by_sage`;--> statement-breakpoint
CREATE INDEX `screens_by_sage` ON `screens` (`sage_id`,`kind`,`status`);
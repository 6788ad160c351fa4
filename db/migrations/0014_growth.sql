ALTER TABLE `jobs` ADD `about` text;--> statement-breakpoint
UPDATE `jobs` SET `about` = coalesce(json_extract(`payload`, '$.requestId'), json_extract(`payload`, '$.runId'), json_extract(`payload`, '$.screenId'), json_extract(`payload`, '$.mailId'));--> statement-breakpoint
CREATE INDEX `jobs_by_task` ON `jobs` (`task`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_about` ON `jobs` (`about`);--> statement-breakpoint
CREATE INDEX `audit_by_act` ON `audit` (`act`,`id`);--> statement-breakpoint
CREATE INDEX `deals_newest` ON `deals` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `mails_by_state` ON `mails` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `screens_by_time` ON `screens` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_undecided` ON `screens` (`decision`,`status`,`kind`,`evaluated_at`,`id`);
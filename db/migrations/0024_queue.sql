DROP INDEX `screens_by_sage`;--> statement-breakpoint
ALTER TABLE `screens` ADD `flagged` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `screens` SET `flagged` = true WHERE json_extract(`verdict`, '$.fault') IS NULL AND EXISTS (SELECT 1 FROM json_each(`verdict`, '$.findings') WHERE json_array_length(json_each.value, '$.flags') > 0);--> statement-breakpoint
CREATE INDEX `screens_flagged` ON `screens` (`flagged`,`decision`,`status`,`kind`,`evaluated_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_by_state` ON `screens` (`status`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_of_sage` ON `screens` (`sage_id`,`kind`,`status`,`decision`,`evaluated_at`,`id`);
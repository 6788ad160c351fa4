ALTER TABLE `credits` ADD `ordinal` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `credits` SET `ordinal` = `id`;--> statement-breakpoint
CREATE UNIQUE INDEX `credits_ordinal` ON `credits` (`ordinal`);

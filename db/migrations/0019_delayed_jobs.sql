ALTER TABLE `jobs` ADD `last_words` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `retry_at` integer;
ALTER TABLE `screen_answers` ADD `rivals` text;--> statement-breakpoint
ALTER TABLE `screen_answers` ADD `done` integer DEFAULT true NOT NULL;
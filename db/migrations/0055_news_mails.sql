ALTER TABLE `users` ADD `work_mails` text DEFAULT 'soon' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `outcome_mails` text DEFAULT 'soon' NOT NULL;
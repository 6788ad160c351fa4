DROP INDEX `mails_of_screens`;--> statement-breakpoint
CREATE INDEX `mails_of_screens` ON `mails` (`about`) WHERE kind in ('screen_cancelled', 'screen_decided', 'screen_invitation', 'screen_received', 'screen_reminder');--> statement-breakpoint
ALTER TABLE `users` ADD `review_mails` text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `review_mail_at` integer;
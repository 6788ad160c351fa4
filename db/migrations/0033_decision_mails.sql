CREATE TABLE `decision_mails` (
	`decision` text PRIMARY KEY NOT NULL,
	`sends` integer NOT NULL,
	`texts` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `mails_of_screens`;--> statement-breakpoint
ALTER TABLE `mails` ADD `own_text` text;--> statement-breakpoint
CREATE INDEX `mails_of_screens` ON `mails` (`about`) WHERE kind in ('screen_cancelled', 'screen_decided', 'screen_invitation', 'screen_reminder');
DROP INDEX `screens_to_erase`;--> statement-breakpoint
CREATE INDEX `screens_to_erase` ON `screens` (`kind`,`created_at`) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX `mails_of_screens` ON `mails` (`about`) WHERE kind in ('screen_cancelled', 'screen_invitation', 'screen_reminder');
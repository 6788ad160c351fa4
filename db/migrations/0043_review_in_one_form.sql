ALTER TABLE `sages` ADD `hides_findings` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `screen_decisions` ADD `note_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `screen_decisions` ADD `undone_at` integer;
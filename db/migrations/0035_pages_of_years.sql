DROP INDEX `build_runs_by_state`;--> statement-breakpoint
CREATE INDEX `build_runs_by_state` ON `build_runs` (`state`,`started_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `credits_by_user` ON `credits` (`by`) WHERE "by" is not null;--> statement-breakpoint
CREATE INDEX `sages_by_change` ON `sages` (`updated_at`,`id`);
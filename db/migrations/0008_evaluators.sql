CREATE TABLE `model_usage` (
	`month` text PRIMARY KEY NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`prompt_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`demo_tokens` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sages` ADD `confirmed_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `sages` SET `evaluator` = 'evidence' WHERE `evaluator` = 'rules';--> statement-breakpoint
UPDATE `build_runs` SET `failure` = 'withdrawn_judge' WHERE `state` = 'running';

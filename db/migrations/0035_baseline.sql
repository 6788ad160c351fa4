CREATE TABLE `build_artifacts` (
	`run_id` text NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`run_id`, `name`),
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `context_history` (
	`context_id` text NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`version` integer NOT NULL,
	`context` text NOT NULL,
	`summary` text NOT NULL,
	`categories` text NOT NULL,
	`category_titles` text NOT NULL,
	`meta_data` text NOT NULL,
	`metrics` text NOT NULL,
	`status_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`context_id`, `version`),
	FOREIGN KEY (`context_id`) REFERENCES `contexts`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `contexts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`version` integer NOT NULL,
	`context` text NOT NULL,
	`summary` text NOT NULL,
	`categories` text NOT NULL,
	`category_titles` text NOT NULL,
	`meta_data` text NOT NULL,
	`metrics` text NOT NULL,
	`status_id` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `credits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`hold` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`held_after` integer NOT NULL,
	`reason` text,
	`by` integer,
	`at` integer NOT NULL,
	`ordinal` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`setup_digest` text,
	`setup_expires_at` integer,
	`demo_version` integer DEFAULT 0 NOT NULL,
	`currency` text,
	`secrets_digest` text,
	`retains_since` integer,
	`moved_to` text
);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`task` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`crashes` integer DEFAULT 0 NOT NULL,
	`not_before` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`started_at` integer,
	`ended_at` integer,
	`about` text,
	`last_words` text,
	`retry_at` integer,
	`holder` text,
	`request` text
);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`to_name` text NOT NULL,
	`to_email` text NOT NULL,
	`about` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`own_text` text
);--> statement-breakpoint
CREATE TABLE `results` (
	`id` text PRIMARY KEY NOT NULL,
	`sage_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`evaluator_role` text NOT NULL,
	`recommendation` text NOT NULL,
	`output_format` text NOT NULL,
	`meta_data` text NOT NULL,
	`intro` text NOT NULL,
	`directions` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `results_versions` (
	`results_id` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`active` integer NOT NULL,
	`evaluator_role` text NOT NULL,
	`recommendation` text NOT NULL,
	`output_format` text NOT NULL,
	`meta_data` text NOT NULL,
	`intro` text NOT NULL,
	`directions` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`results_id`, `version`),
	FOREIGN KEY (`results_id`) REFERENCES `results`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `build_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`sage_id` integer NOT NULL,
	`state` text NOT NULL,
	`revision` integer NOT NULL,
	`cost` integer NOT NULL,
	`started_by` integer,
	`started_at` integer NOT NULL,
	`deadline_at` integer NOT NULL,
	`ended_at` integer,
	`failure` text,
	`test_screen_id` text,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `sages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`name` text NOT NULL,
	`evaluator_role` text NOT NULL,
	`criteria` text NOT NULL,
	`context_ids` text NOT NULL,
	`results_id` text,
	`evaluator` text NOT NULL,
	`threshold` integer NOT NULL,
	`status` text NOT NULL,
	`step_number` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`release_run_id` text,
	`release_revision` integer,
	`built_at` integer,
	`owner_id` integer,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`demo_key` text,
	`language` text DEFAULT 'en' NOT NULL,
	`reviewers` text DEFAULT '[]' NOT NULL,
	`confirmed_words` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`results_id`) REFERENCES `results`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `screen_answers` (
	`screen_id` text NOT NULL,
	`criterion_id` text NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`screen_id`, `criterion_id`),
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `screens` (
	`id` text PRIMARY KEY NOT NULL,
	`sage_id` integer NOT NULL,
	`kind` text NOT NULL,
	`run_id` text,
	`status` text NOT NULL,
	`decision` text DEFAULT 'not_reviewed' NOT NULL,
	`candidate_name` text NOT NULL,
	`candidate_email` text NOT NULL,
	`verdict` text,
	`opened_at` integer,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`evaluated_at` integer,
	`release_run_id` text,
	`decided_by` integer,
	`decider_name` text,
	`decided_at` integer,
	`decision_note` text,
	`link_issue` integer DEFAULT 1 NOT NULL,
	`link_digest` text,
	`cancel_reason` text,
	`invited_at` integer,
	`reminded_at` integer,
	`expires_at` integer,
	`consented_at` integer,
	`started_at` integer,
	`deadline_at` integer,
	`ended_at` integer,
	`consent_notice` text,
	`flagged` integer DEFAULT false NOT NULL,
	`erased_at` integer,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `service_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`digest` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer
);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`agent` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `build_steps` (
	`run_id` text NOT NULL,
	`step_order` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`cases_run` integer DEFAULT 0 NOT NULL,
	`cases_planned` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	PRIMARY KEY(`run_id`, `step_order`),
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login` text NOT NULL,
	`email` text NOT NULL,
	`display_name` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`grants` text NOT NULL,
	`disabled_at` integer,
	`created_at` integer NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`linkedin` text DEFAULT '' NOT NULL,
	`whatsapp` text DEFAULT '' NOT NULL,
	`candidate_message` text DEFAULT '' NOT NULL,
	`avatar_type` text DEFAULT 'default' NOT NULL,
	`tour_done_at` integer,
	`checklist` text DEFAULT '[]' NOT NULL,
	`last_splash_seen_id` integer
);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`act` text NOT NULL,
	`target` text NOT NULL,
	`before` text,
	`after` text,
	`note` text,
	`address` text
);--> statement-breakpoint
CREATE TABLE `content_pages` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`status` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`excerpt` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `task_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`crm_id` text,
	`planner_id` text,
	`todo_id` text,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`url` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `tool_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`token` text NOT NULL,
	`tool` text NOT NULL,
	`outcome` text NOT NULL,
	`ms` integer NOT NULL,
	`arguments_digest` text NOT NULL,
	`answer_digest` text
);--> statement-breakpoint
CREATE TABLE `traces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`run_id` text NOT NULL,
	`actor` text NOT NULL,
	`routine` text NOT NULL,
	`cadence` text NOT NULL,
	`status` text NOT NULL,
	`notes` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `avatars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`image` blob NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`issue` integer NOT NULL,
	`digest` text,
	`expires_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `pending_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`new_email` text,
	`old_email` text,
	`password_hash` text,
	`state` text NOT NULL,
	`digest` text,
	`cancel_digest` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`cancel_expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `reset_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`login` text NOT NULL,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `deal_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deal_id` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`move` text NOT NULL,
	`from` text,
	`to` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rep_id` integer,
	`customer_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`revenue` integer NOT NULL,
	`commission` integer NOT NULL,
	`margin_deduction` integer NOT NULL,
	`referral_fee` integer NOT NULL,
	`status` text NOT NULL,
	`customer_issue` integer DEFAULT 0 NOT NULL,
	`customer_digest` text,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`scope` text DEFAULT '' NOT NULL,
	`valid_until` text,
	FOREIGN KEY (`rep_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `intake_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`company` text NOT NULL,
	`message` text NOT NULL,
	`status` text NOT NULL,
	`owner_id` integer,
	`deal_id` integer,
	`reviewed` integer DEFAULT false NOT NULL,
	`reviewed_at` integer,
	`priced` integer DEFAULT false NOT NULL,
	`priced_at` integer,
	`approved` integer DEFAULT false NOT NULL,
	`approved_at` integer,
	`responded` integer DEFAULT false NOT NULL,
	`responded_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `splashes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`subtitle` text NOT NULL,
	`content` text NOT NULL,
	`cta_text` text NOT NULL,
	`cta_link` text NOT NULL,
	`image_url` text NOT NULL,
	`published` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `screen_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`screen_id` text NOT NULL,
	`at` integer NOT NULL,
	`decision` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decider_name` text,
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `screen_reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`screen_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`blind` integer NOT NULL,
	`levels` text NOT NULL,
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `screen_showings` (
	`screen_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	`how` text NOT NULL,
	PRIMARY KEY(`screen_id`, `user_id`),
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `model_usage` (
	`month` text PRIMARY KEY NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`prompt_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`demo_tokens` integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE `gold_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sage_id` integer NOT NULL,
	`criterion_id` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`source` text NOT NULL,
	`held_out` integer NOT NULL,
	`example` integer NOT NULL,
	`imported_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`imported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `gold_labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`answer_id` integer NOT NULL,
	`by_name` text NOT NULL,
	`user_id` integer,
	`level` text NOT NULL,
	`blind` integer NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	`criterion_digest` text,
	FOREIGN KEY (`answer_id`) REFERENCES `gold_answers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `licence_checks` (
	`run_id` text PRIMARY KEY NOT NULL,
	`asked_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `licences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`sage_id` integer NOT NULL,
	`at` integer NOT NULL,
	`licensed` integer NOT NULL,
	`first_line` text NOT NULL,
	`reasons` text NOT NULL,
	`model` text,
	`figures` text,
	`labellers` text NOT NULL,
	`version` text,
	`measured` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `build_rests` (
	`run_id` text PRIMARY KEY NOT NULL,
	`next` integer NOT NULL,
	`cases_run` integer NOT NULL,
	`missed` text NOT NULL,
	`missed_count` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `build_runs`(`run_id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`beats` integer DEFAULT 0 NOT NULL,
	`joined_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `budgets` (
	`key` text PRIMARY KEY NOT NULL,
	`used` integer NOT NULL,
	`ends_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `kept_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`typed` text NOT NULL,
	`ends_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `spent` (
	`digest` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `erasures` (
	`screen_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`traits` text,
	`searched_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `sage_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sage_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`page` text NOT NULL,
	`typed` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`sage_id`) REFERENCES `sages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `job_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`code` text NOT NULL,
	`words` text
);--> statement-breakpoint
CREATE TABLE `decision_mails` (
	`decision` text PRIMARY KEY NOT NULL,
	`sends` integer NOT NULL,
	`texts` text NOT NULL,
	`updated_at` integer NOT NULL
);--> statement-breakpoint
CREATE UNIQUE INDEX `credits_once` ON `credits` (`reference`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `credits_settled_once` ON `credits` (`reference`) WHERE kind in ('capture', 'release');--> statement-breakpoint
CREATE INDEX `jobs_by_state` ON `jobs` (`state`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `build_runs_open` ON `build_runs` (`sage_id`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `build_runs_by_sage` ON `build_runs` (`sage_id`,`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `sages_uuid` ON `sages` (`uuid`);--> statement-breakpoint
CREATE UNIQUE INDEX `screens_test_of_run` ON `screens` (`run_id`) WHERE kind = 'test';--> statement-breakpoint
CREATE UNIQUE INDEX `service_tokens_digest` ON `service_tokens` (`digest`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_end` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_login` ON `users` (lower("login"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit` (`target`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sages_demo_key` ON `sages` (`demo_key`);--> statement-breakpoint
CREATE INDEX `screens_by_status` ON `screens` (`status`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `screens_link` ON `screens` (`link_digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `content_pages_slug` ON `content_pages` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_crm` ON `task_links` (`crm_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_planner` ON `task_links` (`planner_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_links_todo` ON `task_links` (`todo_id`);--> statement-breakpoint
CREATE INDEX `tool_calls_by_time` ON `tool_calls` (`at`);--> statement-breakpoint
CREATE INDEX `traces_by_run` ON `traces` (`run_id`);--> statement-breakpoint
CREATE INDEX `traces_by_time` ON `traces` (`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_by_digest` ON `pending_changes` (`digest`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_by_cancel` ON `pending_changes` (`cancel_digest`);--> statement-breakpoint
CREATE INDEX `deal_history_by_deal` ON `deal_history` (`deal_id`,`id`);--> statement-breakpoint
CREATE INDEX `deals_by_rep` ON `deals` (`rep_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `deals_by_customer_link` ON `deals` (`customer_digest`);--> statement-breakpoint
CREATE INDEX `intake_by_owner` ON `intake_items` (`owner_id`,`status`);--> statement-breakpoint
CREATE INDEX `intake_by_status` ON `intake_items` (`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `splashes_published` ON `splashes` (`published`) WHERE "splashes"."published" = 1;--> statement-breakpoint
CREATE INDEX `tool_calls_by_token` ON `tool_calls` (`token`,`id`);--> statement-breakpoint
CREATE INDEX `tool_calls_by_tool` ON `tool_calls` (`tool`,`id`);--> statement-breakpoint
CREATE INDEX `traces_by_routine` ON `traces` (`routine`,`id`);--> statement-breakpoint
CREATE INDEX `screen_decisions_by_screen` ON `screen_decisions` (`screen_id`);--> statement-breakpoint
CREATE INDEX `screen_reviews_by_screen` ON `screen_reviews` (`screen_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `gold_answers_digest` ON `gold_answers` (`sage_id`,`digest`);--> statement-breakpoint
CREATE INDEX `gold_labels_by_answer` ON `gold_labels` (`answer_id`);--> statement-breakpoint
CREATE INDEX `licences_by_run` ON `licences` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `licences_by_sage` ON `licences` (`sage_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `credits_ordinal` ON `credits` (`ordinal`);--> statement-breakpoint
CREATE INDEX `jobs_by_task` ON `jobs` (`task`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_about` ON `jobs` (`about`);--> statement-breakpoint
CREATE INDEX `audit_by_act` ON `audit` (`act`,`id`);--> statement-breakpoint
CREATE INDEX `deals_newest` ON `deals` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `mails_by_state` ON `mails` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `screens_by_time` ON `screens` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_undecided` ON `screens` (`decision`,`status`,`kind`,`evaluated_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_closed` ON `deals` (`closed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_closed_by_rep` ON `deals` (`rep_id`,`closed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_by_customer` ON `deals` (lower("customer_name"));--> statement-breakpoint
CREATE INDEX `screens_by_name` ON `screens` (lower("candidate_name"));--> statement-breakpoint
CREATE INDEX `screens_by_email` ON `screens` (lower("candidate_email"));--> statement-breakpoint
CREATE INDEX `sages_unbuilt` ON `sages` (`id`) WHERE release_revision is null;--> statement-breakpoint
CREATE INDEX `sages_stale` ON `sages` (`id`) WHERE release_revision <> revision;--> statement-breakpoint
CREATE INDEX `screens_flagged` ON `screens` (`flagged`,`decision`,`status`,`kind`,`evaluated_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_by_state` ON `screens` (`status`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `screens_of_sage` ON `screens` (`sage_id`,`kind`,`status`,`decision`,`evaluated_at`,`id`);--> statement-breakpoint
CREATE INDEX `budgets_by_end` ON `budgets` (`ends_at`);--> statement-breakpoint
CREATE INDEX `kept_forms_by_end` ON `kept_forms` (`ends_at`);--> statement-breakpoint
CREATE INDEX `spent_by_end` ON `spent` (`ends_at`);--> statement-breakpoint
CREATE INDEX `erasures_under_way` ON `erasures` (`at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `screens_to_erase` ON `screens` (`kind`,`created_at`) WHERE erased_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `sage_drafts_of_page` ON `sage_drafts` (`user_id`,`sage_id`,`page`);--> statement-breakpoint
CREATE INDEX `sage_drafts_by_age` ON `sage_drafts` (`at`);--> statement-breakpoint
CREATE INDEX `deals_by_revenue` ON `deals` (`revenue`,`id`);--> statement-breakpoint
CREATE INDEX `deals_by_update` ON `deals` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `job_attempts_of_job` ON `job_attempts` (`job_id`,`id`);--> statement-breakpoint
CREATE INDEX `job_attempts_by_time` ON `job_attempts` (`at`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `mails_by_email` ON `mails` (lower("to_email"));--> statement-breakpoint
CREATE INDEX `build_runs_by_time` ON `build_runs` (`started_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `mails_of_screens` ON `mails` (`about`) WHERE kind in ('screen_cancelled', 'screen_decided', 'screen_invitation', 'screen_reminder');--> statement-breakpoint
CREATE INDEX `build_runs_by_state` ON `build_runs` (`state`,`started_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `credits_by_user` ON `credits` (`by`) WHERE "by" is not null;--> statement-breakpoint
CREATE INDEX `sages_by_change` ON `sages` (`updated_at`,`id`);

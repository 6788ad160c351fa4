CREATE TABLE `screen_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`screen_id` text NOT NULL,
	`at` integer NOT NULL,
	`decision` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`decided_by` integer,
	`decider_name` text,
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `screen_decisions_by_screen` ON `screen_decisions` (`screen_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `screen_reviews_by_screen` ON `screen_reviews` (`screen_id`);--> statement-breakpoint
CREATE TABLE `screen_showings` (
	`screen_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	`how` text NOT NULL,
	PRIMARY KEY(`screen_id`, `user_id`),
	FOREIGN KEY (`screen_id`) REFERENCES `screens`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `sages` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `sages` ADD `reviewers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Decisions that a later one has overwritten are known from the audit log, without their notes.
INSERT INTO `screen_decisions` (`screen_id`, `at`, `decision`, `note`, `decided_by`, `decider_name`)
SELECT s.`id`, a.`at`, a.`after`, '', u.`id`, u.`display_name`
FROM `audit` a
JOIN `screens` s ON a.`target` = 'screen:' || s.`id`
LEFT JOIN `users` u ON a.`actor` = 'user:' || u.`id`
WHERE a.`act` = 'screen.decide' AND a.`after` IS NOT NULL AND a.`at` < s.`decided_at`
ORDER BY a.`id`;
--> statement-breakpoint
INSERT INTO `screen_decisions` (`screen_id`, `at`, `decision`, `note`, `decided_by`, `decider_name`)
SELECT `id`, `decided_at`, `decision`, coalesce(`decision_note`, ''), `decided_by`, `decider_name`
FROM `screens` WHERE `decided_at` IS NOT NULL ORDER BY `decided_at`;
--> statement-breakpoint
-- Until now every verdict was shown to whoever may read screens: nobody can judge these blind any more.
INSERT INTO `screen_showings` (`screen_id`, `user_id`, `at`, `how`)
SELECT s.`id`, u.`id`, coalesce(s.`evaluated_at`, s.`created_at`), 'before'
FROM `screens` s, `users` u
WHERE s.`kind` = 'real' AND s.`verdict` IS NOT NULL
AND (u.`role` IN ('administrator', 'council_admin', 'sage_author') OR u.`grants` LIKE '%"council_screen"%');

CREATE TABLE `commission_corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deal_id` integer NOT NULL,
	`rep_id` integer,
	`sign` integer NOT NULL,
	`revenue` integer NOT NULL,
	`commission` integer NOT NULL,
	`margin_deduction` integer NOT NULL,
	`referral_fee` integer NOT NULL,
	`closed_at` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rep_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `commission_corrections_closed` ON `commission_corrections` (`closed_at`,`deal_id`,`id`);--> statement-breakpoint
CREATE TABLE `__new_deal_acceptances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deal_id` integer NOT NULL,
	`name` text NOT NULL,
	`offer` text NOT NULL,
	`digest` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_deal_acceptances`("id", "deal_id", "name", "offer", "digest", "at") SELECT "deal_id", "deal_id", "name", "offer", "digest", "at" FROM `deal_acceptances`;--> statement-breakpoint
DROP TABLE `deal_acceptances`;--> statement-breakpoint
ALTER TABLE `__new_deal_acceptances` RENAME TO `deal_acceptances`;--> statement-breakpoint
CREATE INDEX `deal_acceptances_by_deal` ON `deal_acceptances` (`deal_id`,`id`);

CREATE TABLE `commission_rates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rep_id` integer NOT NULL,
	`valid_from` text NOT NULL,
	`rate` integer NOT NULL,
	FOREIGN KEY (`rep_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `commission_rates_by_rep` ON `commission_rates` (`rep_id`,`valid_from`);
CREATE TABLE `deal_acceptances` (
	`deal_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`offer` text NOT NULL,
	`digest` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`deal_id`) REFERENCES `deals`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `deals_by_customer` ON `deals` (lower("customer_name"));--> statement-breakpoint
CREATE INDEX `screens_by_name` ON `screens` (lower("candidate_name"));--> statement-breakpoint
CREATE INDEX `screens_by_email` ON `screens` (lower("candidate_email"));
CREATE INDEX `tool_calls_by_token` ON `tool_calls` (`token`,`id`);--> statement-breakpoint
CREATE INDEX `tool_calls_by_tool` ON `tool_calls` (`tool`,`id`);--> statement-breakpoint
CREATE INDEX `traces_by_routine` ON `traces` (`routine`,`id`);
CREATE INDEX `sages_unbuilt` ON `sages` (`id`) WHERE release_revision is null;--> statement-breakpoint
CREATE INDEX `sages_stale` ON `sages` (`id`) WHERE release_revision <> revision;
-- A job is changed three times and then no more. With room in its page, the start of an attempt changes no index.
ALTER TABLE "jobs" SET (fillfactor = 40);

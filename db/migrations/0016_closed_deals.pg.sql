-- The statements are those of SQLite: dropping an index needs no other form.
DROP INDEX "deals_by_status";
CREATE INDEX "deals_closed" ON "deals" ("closed_at","id");
CREATE INDEX "deals_closed_by_rep" ON "deals" ("rep_id","closed_at","id");

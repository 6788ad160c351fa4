-- The statements are those of SQLite: dropping an index needs no other form.
DROP INDEX "screens_by_sage";
CREATE INDEX "screens_by_sage" ON "screens" ("sage_id","kind","status");

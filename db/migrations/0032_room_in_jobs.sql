-- Only PostgreSQL keeps room in its pages: see the file beside this one.
SELECT 1;

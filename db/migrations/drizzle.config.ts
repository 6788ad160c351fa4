import { defineConfig } from 'drizzle-kit';

export default defineConfig({
    dialect: 'sqlite',
    schema: './db/migrations/schema.ts',
    out: './db/migrations',
    casing: 'snake_case'
});

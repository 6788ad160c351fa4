// For npm run db:generate.
export default {
    dialect: 'sqlite',
    schema: './db/migrations/schema.ts',
    out: './db/migrations',
    casing: 'snake_case'
};

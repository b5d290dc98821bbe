import { defineConfig } from 'drizzle-kit';

/** Only makes migrations from the tables: `npx drizzle-kit generate --name what_changed`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/{platform,features/*,features/*/*}/*.tables.ts',
  out: './migrations',
});

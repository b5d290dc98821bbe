import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { writtenForV8 } from '../tools/written-for-v8.mjs';

/** Libraries of hundreds of small modules: finding and reading each takes a fifth of a start. */
const inManyFiles =
  /^(drizzle-orm|fastify-type-provider-zod|jose|oauth4webapi|oidc-provider|openid-client|zod)(\/|$)/;

/** It makes functions with each query that would live long where it is left as it is (`written-for-v8.mjs`). */
const driver = /^postgres$/;

/** The server for production: our own code bundled, the other libraries left where they are. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: resolve(import.meta.dirname, 'src/main.ts'),
        ledger: resolve(import.meta.dirname, 'src/ledger.ts'),
        governance: resolve(import.meta.dirname, 'src/governance.ts'),
        backup: resolve(import.meta.dirname, 'src/backup.ts'),
        restore: resolve(import.meta.dirname, 'src/restore.ts'),
        migrate: resolve(import.meta.dirname, 'src/migrate.ts'),
        move: resolve(import.meta.dirname, 'src/move.ts'),
        'media-copy': resolve(import.meta.dirname, 'src/media-copy.ts'),
        moderation: resolve(import.meta.dirname, 'src/moderation.ts'),
        'make-new-database': resolve(import.meta.dirname, 'src/make-new-database.ts'),
        'remux-worker': resolve(import.meta.dirname, 'src/platform/video/remux-worker.ts'),
        'api-document-worker': resolve(import.meta.dirname, 'src/platform/http/api-document-worker.ts'),
        'embedded-worker': resolve(import.meta.dirname, 'src/platform/database/embedded-worker.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
    },
  },
  plugins: [writtenForV8()],
  ssr: { noExternal: [/^@dazi\//, inManyFiles, driver] },
});

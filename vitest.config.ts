import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        root: './contract',
        test: { name: 'contract', include: ['src/**/*.test.ts'], environment: 'node' },
      },
      {
        root: './web',
        test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        root: './tools',
        test: { name: 'tools', include: ['**/*.test.mjs'], environment: 'node', testTimeout: 30_000 },
      },
      {
        root: './server',
        test: {
          name: 'server',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // A process reads the server once for all its files: a tenth of the time. Nothing is kept in modules.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './tools/test-order.ts';

/**
 * More processes than cores: threads that collect garbage beside them take more than they give. Of the embedded
 * database only what runs most gets better machine code, ten times later than usually: a quarter less of the server's
 * tests than with all of it, a sixth less than with none. More room for what lives briefly spares a twentieth.
 */
const forTwoCores = ['--single-threaded-gc', '--max-semi-space-size=64', '--wasm-tiering-budget=20000000'];

/** What these put in the place of a module would stay there for the files after them. */
const withMocks = 'src/**/*.mocked.test.{ts,tsx}';

/** For what hangs: a busy machine takes its time, and how fast something is belongs elsewhere. */
const timeout_ms = 120_000;
const limits = {
  testTimeout: timeout_ms,
  hookTimeout: timeout_ms,
  expect: { poll: { timeout: 30_000, interval: 50 } },
};

const setup = (name: string) => fileURLToPath(new URL(`./tools/${name}.setup.ts`, import.meta.url));
const properties = setup('properties');
const patience = setup('patience');
const newPage = setup('new-page');
const texts = fileURLToPath(new URL('./web/src/app/texts/texts.setup.ts', import.meta.url));
const drawn = fileURLToPath(new URL('./web/src/testing/drawn.setup.ts', import.meta.url));
const noServer = fileURLToPath(new URL('./web/src/testing/no-server.setup.ts', import.meta.url));
const noToasts = fileURLToPath(new URL('./web/src/ui/toasts.setup.ts', import.meta.url));

export default defineConfig({
  test: {
    // One more than cores: a test that waits leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    projects: [
      // A process reads the code once for all its files: a third of the time. Nothing that counts is kept in modules.
      // Tests that need a page say so in their first line; making one takes longer than most of them.
      {
        root: './contract',
        test: {
          name: 'contract',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          setupFiles: [patience, properties],
          isolate: false,
          ...limits,
        },
      },
      {
        root: './web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [withMocks],
          environment: 'node',
          setupFiles: [patience, properties, newPage, noServer, texts, noToasts, drawn],
          isolate: false,
          ...limits,
        },
      },
      {
        root: './web',
        test: {
          name: 'web-mocked',
          include: [withMocks],
          environment: 'node',
          setupFiles: [patience, noServer, texts, drawn],
          ...limits,
        },
      },
      {
        root: './tools',
        test: {
          name: 'tools',
          include: ['**/*.test.mjs'],
          environment: 'node',
          isolate: false,
          ...limits,
        },
      },
      {
        root: './e2e',
        test: {
          name: 'e2e',
          include: ['**/*.test.ts'],
          environment: 'node',
          isolate: false,
          ...limits,
        },
      },
      {
        root: './server',
        test: {
          name: 'server',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          setupFiles: [patience, properties],
          pool: 'forks',
          execArgv: forTwoCores,
          isolate: false,
          ...limits,
        },
      },
    ],
  },
});

import { test } from 'vitest';
import { startTestApp } from './testing/test-app.ts';
import { TestStream } from './testing/test-stream.ts';

test.each(['nothing', 'unread', 'read', 'closed', 'delayed'])(
  'close %s',
  async (kind) => {
    const app = await startTestApp();
    const v = app.visitor();
    if (kind === 'unread') {
      const a = await v.fetch('/api/conversations/events');
      await a.body!.getReader().read();
    }
    if (kind === 'read' || kind === 'delayed') {
      await TestStream.open(v);
    }
    if (kind === 'delayed') await new Promise((r) => setTimeout(r, 6000));
    if (kind === 'closed') {
      (await TestStream.open(v)).close();
    }
    const t = Date.now();
    await app.close();
    process.stderr.write(`ZZ ${kind} ${Date.now() - t}\n`);
  },
  100_000,
);

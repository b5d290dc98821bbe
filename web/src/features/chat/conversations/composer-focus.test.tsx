// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { Composer } from './Composer.tsx';
import type { Numbered } from './conversation-log.ts';
import { FileTray } from './FileTray.tsx';
import type { QueuedFile } from './file-queue.ts';
import { me, privateConversation, saidBy, theo } from './replica/private-samples.ts';

beforeEach(async () => {
  // Files before this one, in the same process, may have left a page of theirs.
  document.body.innerHTML = '';
  await allTextsReady;
});
afterEach(cleanup);

const fileNamed = (name: string) =>
  ({ id: name, file: new File([], name), state: 'ready', type: 'image', url: '' }) as QueuedFile;

function Tray({ names }: { names: readonly string[] }) {
  const [files, setFiles] = useState(() => names.map(fileNamed));
  return (
    <main>
      <FileTray
        files={files}
        isSending={false}
        onRemove={({ id }) => setFiles(files.filter((one) => one.id !== id))}
        onClear={() => setFiles([])}
        onSend={() => {}}
      />
    </main>
  );
}
const remover = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });

test('whoever takes a file away goes on with the next one, and with the page after the last', async () => {
  await draw(<Tray names={['one.png', 'two.png']} />);
  await press(remover('one.png'));
  expect(document.activeElement).toBe(remover('two.png'));
  await press(remover('two.png'));
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

function Writing() {
  const [replyTo, setReplyTo] = useState<Numbered | null>(null);
  const conversation = { ...privateConversation('c1'), can: { send: true } } as ReturnType<
    typeof privateConversation
  >;
  const nothing = () => {};
  return (
    <MemoryRouter>
      <button type="button" onClick={() => setReplyTo(saidBy(1, theo))}>
        Reply
      </button>
      <Composer
        {...{ conversation, userId: me, replyTo, quoted: replyTo, onReplyDone: () => setReplyTo(null) }}
        {...{ editing: null, resumed: 0, onEditDone: nothing, onEditFailed: nothing, onSent: nothing }}
        {...{ takeFiles: nothing, tools: null }}
      />
    </MemoryRouter>
  );
}

test('whoever answers to nothing any more goes on writing', async () => {
  await draw(
    <Asking client={createQueryClient()}>
      <Writing />
    </Asking>,
  );
  await press(screen.getByRole('button', { name: 'Reply' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  await press(screen.getByRole('button', { name: 'Cancel reply' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

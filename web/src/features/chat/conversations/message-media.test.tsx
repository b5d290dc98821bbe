// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import type { Numbered } from './conversation-log.ts';
import { Album, MessageMedia } from './MessageMedia.tsx';

beforeEach(() => allTextsReady);
afterEach(cleanup);

const picture = (id: string) =>
  ({
    ...{ id, type: 'IMAGE', content: `/api/media/${id}`, senderName: 'Wei' },
    media: {
      id,
      type: 'image',
      url: `/api/media/${id}`,
      thumbnailUrl: `/api/media/${id}/small`,
      width: 900,
      height: 600,
    },
  }) as unknown as Numbered;

const pictures = () => [...document.querySelectorAll('img')];
const failed = () => screen.queryAllByText('Failed to load image').length;

test.each([
  ['alone', <MessageMedia key="one" message={picture('m1')} onOpen={() => {}} />, 1],
  ['together', <Album key="two" messages={[picture('m1'), picture('m2')]} onOpen={() => {}} />, 2],
])(
  'VIEW-027 a picture %s that did not come without a network is asked for when that is back',
  async (_how, drawn, many) => {
    await draw(drawn);
    for (const image of pictures()) fireEvent.error(image);
    expect([pictures().length, failed()]).toEqual([0, many]);
    await act(async () => window.dispatchEvent(new Event('online')));
    expect([pictures().length, failed()]).toEqual([many, 0]);
  },
);

// @vitest-environment happy-dom
import type { MediaItem } from '@dazi/contract/media/media';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '#testing/draw.tsx';
import { Gallery } from './Gallery.tsx';

afterEach(cleanup);

const picture = (id: string): MediaItem => ({
  ...{ id, type: 'image', contentType: 'image/png', url: `/${id}`, thumbnailUrl: `/${id}/small` },
  ...{ width: 300, height: 200, isFolded: false },
});
const media = ['one', 'two', 'three'].map(picture);

function Shown({ onPicture }: { onPicture(index: number): void }) {
  const [index, setIndex] = useState(0);
  return (
    <Gallery media={media} author="Ben" index={index} onIndex={setIndex} onPicture={() => onPicture(index)} />
  );
}

test('a swipe leads on where the browser does not tell its end, as Safari before 26.2 (MEDIA-004)', async () => {
  const onPicture = vi.fn();
  const { container } = await draw(<Shown onPicture={onPicture} />);
  const strip = container.querySelector('.posts-gallery-strip')!;
  Object.defineProperty(strip, 'clientWidth', { value: 300 });
  for (const [scrollLeft, text] of [
    [100, '1 of 3'],
    [260, '2 of 3'],
    [600, '3 of 3'],
  ] as const) {
    strip.scrollLeft = scrollLeft;
    fireEvent.scroll(strip);
    expect(screen.getByText(text)).toBeDefined();
  }
  fireEvent.click(screen.getAllByRole('button', { name: 'Picture 3 of 3' })[0]!);
  expect(onPicture).toHaveBeenCalledWith(2);
});

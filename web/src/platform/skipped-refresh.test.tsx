// @vitest-environment happy-dom
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Asking, draw } from '#testing/draw.tsx';
import { ApiError } from './api.ts';
import { createQueryClient } from './query-client.ts';
import { askedAgain, useLastShown } from './skipped-refresh.ts';

const refusal = (status: number, retryAfter: number | null = null) =>
  new ApiError('X', 'x', { status, retryAfter });

let answer: (place: string) => string;
const box = document.createElement('div');

function List({ place }: { place: string }) {
  const query = useQuery({
    queryKey: [place],
    queryFn: async () => answer(place),
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(false),
    retry: false,
  });
  return <p>{useLastShown(query) ?? (query.isError ? 'failed' : 'waiting')}</p>;
}

const client = createQueryClient();
const later = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)));
async function look(place: string) {
  await draw(
    <Asking client={client}>
      <List place={place} />
    </Asking>,
    box,
  );
  await later(0.1);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  client.clear();
  answer = (place) => `posts of ${place}`;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('ERR-001 too many requests only skip a refresh: what was shown stays, and it is asked again in time', async () => {
  await look('here');
  answer = () => {
    throw refusal(429, 7);
  };
  await look('there');
  expect(box.textContent).toBe('posts of here');
  answer = (place) => `posts of ${place}`;
  await later(6);
  expect(box.textContent).toBe('posts of here');
  await later(1.5);
  expect(box.textContent).toBe('posts of there');
});

test('what fails in another way says so', async () => {
  await look('here');
  answer = () => {
    throw refusal(403);
  };
  await look('there');
  expect(box.textContent).toBe('failed');
  await later(60);
  expect(box.textContent).toBe('failed');
});

test('where nothing was shown the failure is', async () => {
  answer = () => {
    throw refusal(429);
  };
  await look('here');
  expect(box.textContent).toBe('failed');
  answer = (place) => `posts of ${place}`;
  await later(5.5);
  expect(box.textContent).toBe('posts of here');
});

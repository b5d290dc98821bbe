// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { MentionBadge } from './MentionBadge.tsx';

let box: HTMLElement;
beforeEach(async () => {
  await allTextsReady;
  box = document.createElement('div');
  document.body.append(box);
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  box.remove();
  vi.useRealTimers();
});

const show = (mentionsMe: boolean, wasMentioned = false) =>
  draw(<MentionBadge mentionsMe={mentionsMe} wasMentioned={wasMentioned} />, box);
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const isShown = () => screen.queryByRole('img', { name: 'You were mentioned' }) !== null;

test('VIEW-013 it goes after 3 s, also while what mentions one waits to be read', async () => {
  await show(true);
  await pass(2999);
  expect(isShown()).toBe(true);
  await pass(1);
  expect(isShown()).toBe(false);
  await pass(10_000);
  expect(isShown()).toBe(false);
});

test('VIEW-012 it comes with each time that something new mentions one', async () => {
  await show(false, true);
  expect(isShown()).toBe(true);
  await pass(3000);
  expect(isShown()).toBe(false);
  await show(true, true);
  expect(isShown()).toBe(true);
  await pass(3000);
  await show(false, true);
  expect(isShown()).toBe(false);
  await show(true, true);
  expect(isShown()).toBe(true);
});

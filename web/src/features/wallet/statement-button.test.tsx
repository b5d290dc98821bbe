// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { StatementButton } from './StatementButton.tsx';

const came = {
  ...{ id: 't1', kind: 'transfer', fromWalletId: 'w2', toWalletId: 'w1', amountMinor: 1, balanceMinor: 101 },
  ...{ createdAt: '2026-05-01T10:00:00.000Z', sentBy: null },
  ...{ fromWallet: { id: 'w2', user: { id: 'lin', name: 'Lin' } }, toWallet: { id: 'w1' } },
  ...{ memo: 'For the boat', isMemoFolded: false, isMemoOfBlocked: false },
};

let listed: object[];
let saved: Blob[];
let names: string[];

beforeEach(async () => {
  await allTextsReady;
  [saved, names] = [[], []];
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: listed, nextCursor: null }));
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:statement';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function statement(): Promise<string> {
  await draw(
    <Asking client={createQueryClient()}>
      <StatementButton walletId="w1" />
    </Asking>,
  );
  await press(document.querySelector('button')!);
  for (let tries = 0; tries < 50 && saved.length === 0; tries++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
  return saved[0]!.text();
}

test('says what was written beside Dazi', async () => {
  listed = [came];
  expect(await statement()).toContain('"For the boat"');
});

test.each([
  ['a stranger', { isMemoFolded: true }, 'A memo from somebody you do not know'],
  [
    'somebody blocked',
    { isMemoFolded: true, isMemoOfBlocked: true },
    'A memo from somebody you have blocked',
  ],
])('what %s wrote is folded in it, as in the history', async (_, folded, label) => {
  listed = [{ ...came, ...folded }];
  const text = await statement();
  expect(text).not.toContain('boat');
  expect(text).toContain(`"${label}"`);
});

test('its file is named by the day that it is here', async () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Kiritimati';
  try {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T20:00:00Z'));
    listed = [came];
    await statement();
    expect(names).toEqual(['dazi-wallet-2026-05-02.csv']);
  } finally {
    process.env.TZ = zone;
    if (zone === undefined) delete process.env.TZ;
  }
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { draw } from '#testing/draw.tsx';
import { JobTable } from './JobTable.tsx';
import { NodeList } from './NodeList.tsx';

const box = document.createElement('div');
const at = '2026-11-26T05:00:00.000Z';
const rows = () => [...box.querySelectorAll('li')].map((row) => row.textContent);

test('says of each node what an operator has to know, and of none more than that', async () => {
  await allTextsReady;
  const fine = { version: '0.1.0', startedAt: at, seenAt: at, isAlive: true, isHere: false };
  await draw(
    <NodeList
      nodes={[
        { ...fine, name: 'a', isHere: true, hasOtherMedia: false },
        { ...fine, name: 'b', hasOtherMedia: true },
        { ...fine, name: 'c', isAlive: false, hasOtherMedia: true },
      ]}
    />,
    box,
  );
  expect(rows()).toEqual([
    'a, 0.1.0the one that answers',
    'b, 0.1.0keeps media elsewhere',
    expect.stringMatching(/^c, 0\.1\.0last seen /),
  ]);
});

test('a job of another node did not run here, and is not said to be running', async () => {
  await allTextsReady;
  const job = { every_s: 60, begunAt: null, endedAt: null, hasFailed: false };
  await draw(
    <JobTable
      jobs={[
        { ...job, name: 'there', isElsewhere: true },
        { ...job, name: 'here', begunAt: at, isElsewhere: false },
      ]}
    />,
    box,
  );
  expect(rows()).toEqual(['thereon another node', 'hererunning']);
});

import { parts } from '@dazi/contract/areas';
import { areas } from '@dazi/contract/registry';
import { expect, test } from 'vitest';
import { callRows, surfaces } from './surfaces.ts';

const areaOf = (part: string) => part.split('/')[0]!;

test('the surfaces stand in the order of the contract, each part with one or more', () => {
  const [platform, ...named] = [...new Set(surfaces.map(({ of }) => of))];
  expect(platform).toBe('platform');
  expect(named).toEqual([...parts]);
});

test('each call has one row, in the surface of its own area', () => {
  const names = callRows.map(({ endpoint }) => endpoint.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const area of areas) {
    const own = new Set(area.endpoints.map(({ name }) => name));
    const rows = surfaces.filter(({ of }) => areaOf(of) === area.name).flatMap(({ calls }) => calls);
    const strangers = rows.map(({ endpoint }) => endpoint.name).filter((name) => !own.has(name));
    expect(strangers, `These calls are of another area than ${area.name}: move their rows there.`).toEqual(
      [],
    );
  }
});

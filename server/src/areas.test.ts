import { parts } from '@dazi/contract/areas';
import { expect, test } from 'vitest';
import { fill, Ports, port } from '#platform/ports.ts';
import { areas } from './areas.ts';

test('the areas stand in the order of the contract', () => {
  expect(areas.map(({ name }) => name)).toEqual([...new Set(parts.map((part) => part.split('/')[0]))]);
});

test('a port is filled once, and whoever asks for one that is not is told which', () => {
  const [asked, other] = [port<() => number>('how many there are'), port<string>('what it is called')];
  const ports = new Ports([fill(asked, () => 12)]);
  expect(ports.get(asked)()).toBe(12);
  expect(() => ports.get(other)).toThrow('Nobody answers what it is called');
  expect(() => new Ports([fill(other, 'a'), fill(other, 'b')])).toThrow('Two answer what it is called');
});

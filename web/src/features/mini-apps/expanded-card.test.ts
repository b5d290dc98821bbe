import { expect, it } from 'vitest';
import { collapseCard, expandCard, expandedCard } from './expanded-card.ts';

it('MINI-011 only one card is expanded at a time', () => {
  expandCard('one');
  expandCard('two', 'results');
  expect(expandedCard()).toEqual({ id: 'two', view: 'results' });
  collapseCard('one');
  expect(expandedCard()?.id).toBe('two');
  collapseCard('two');
  expect(expandedCard()).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { interestCatalogue, interestCategories, isInterest } from './interests.ts';

const namesIn = (wanted: string) =>
  interestCatalogue.filter(({ category }) => category === wanted).map(({ name }) => name);

describe('the catalogue of interests', () => {
  it('has 32 entries, each with an id of its own, name, category and icon (PROF-044, PROF-045)', () => {
    expect(interestCatalogue).toHaveLength(32);
    expect(new Set(interestCatalogue.map(({ id }) => id)).size).toBe(32);
    for (const { id, name, category, icon } of interestCatalogue) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(name).not.toBe('');
      expect(interestCategories).toContain(category);
      expect(icon).toMatch(/\p{Extended_Pictographic}/u);
    }
  });

  it.each([
    ['outdoor', ['Hiking', 'Camping', 'Cycling', 'Photography']],
    ['sports', ['Basketball', 'Soccer', 'Tennis', 'Swimming']],
    ['arts', ['Painting', 'Theater', 'Dancing']],
    ['music', ['Music']],
    ['food', ['Cooking', 'Wine tasting', 'Coffee', 'Baking']],
    ['technology', ['Programming', 'AI and machine learning']],
    ['gaming', ['Gaming']],
    ['business', ['Startups']],
    ['books', ['Reading', 'Writing', 'Science']],
    ['culture', ['History', 'Languages']],
    ['travel', ['Travel', 'Backpacking']],
    ['fitness', ['Yoga', 'Running', 'Gym', 'Meditation']],
    ['other', ['Pets']],
    ['volunteering', []],
  ])('%s holds %j (PROF-046 to PROF-059)', (category, names) => {
    expect(interestCategories).toContain(category);
    expect(namesIn(category)).toEqual(names);
  });

  it('knows its own ids only', () => {
    expect(isInterest('wine-tasting')).toBe(true);
    expect(isInterest('chess')).toBe(false);
    expect(isInterest('toString')).toBe(false);
  });
});

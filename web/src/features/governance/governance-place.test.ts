import { describe, expect, test } from 'vitest';
import { governanceTabs, ofMotion, ofResolution, placeIn } from './governance-place.ts';

describe('a place in governance', () => {
  test.each(governanceTabs)('is a tab: %s', (tab) => expect(placeIn(tab)).toEqual({ tab }));

  test('or one resolution, or one motion', () => {
    expect(placeIn(ofResolution(7))).toEqual({ tab: 'resolutions', resolution: 7 });
    expect(placeIn(ofMotion('0199a-b_C'))).toEqual({ tab: 'resolutions', motionId: '0199a-b_C' });
  });

  test.each([
    '',
    'motions',
    'resolution-',
    'resolution-x',
    'resolution-7.5',
    'motion-',
    'motion-a/b',
    'toString',
  ])('begins with the rules where the address says nothing of the kind: %j', (text) =>
    expect(placeIn(text)).toEqual({ tab: 'rules' }),
  );
});

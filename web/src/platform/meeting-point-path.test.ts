import { expect, test } from 'vitest';
import { meetingPointIn, meetingPointPath, withoutMeetingPoint } from './meeting-point-path.ts';

test('the address carries the rounded point and nothing else', () => {
  const path = meetingPointPath({ latitude: 37.764321, longitude: -122.448765 });
  expect(path).toBe('/?meet=37.76/-122.45');
  expect(meetingPointIn(path.slice(1))).toEqual({ latitude: 37.76, longitude: -122.45 });
});

test('it is found beside the view of the map, and can be taken out', () => {
  const search = '?meet=-33.9/151.21&map=12%2F1.00%2F2.00';
  expect(meetingPointIn(search)).toEqual({ latitude: -33.9, longitude: 151.21 });
  expect(withoutMeetingPoint(search)).toBe('?map=12%2F1.00%2F2.00');
  expect(withoutMeetingPoint('?meet=1/2')).toBe('');
});

test('what is no point is none', () => {
  for (const search of ['', '?meet=', '?meet=1', '?meet=91/0', '?meet=0/181', '?meet=a/b', '?meet=1/2/3']) {
    expect(meetingPointIn(search), search).toBeNull();
  }
  // Nobody can be pointed to more exactly than to a kilometre.
  expect(meetingPointIn('?meet=37.7643/-122.4487')).toBeNull();
});

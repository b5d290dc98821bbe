import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type IcsLine, icsInstant, icsOf, icsText } from './ics.ts';

const calendarWith = (lines: readonly IcsLine[]) =>
  icsOf([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Dazi//Test//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', 'one'],
    ...lines,
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ]);

const read = (text: string) => {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return { events, event: events[0]! };
};

const nasty = fc.constantFrom(
  '\\',
  ';',
  ',',
  '\n',
  '\r\n',
  '\nEND:VEVENT\r\nBEGIN:VEVENT',
  ':',
  '"',
  '搭子',
  '👩‍👩‍👧‍👦',
  '\\n',
  ' ',
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

/** What comes out again: one kind of line break, and nothing that no text of a calendar may hold. */
const kept = (said: string) => said.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');

describe('calendars (PLAN-024)', () => {
  test('whatever people write stays text, in lines of 75 octets with characters whole', () => {
    fc.assert(
      fc.property(text, text, (summary, location) => {
        const written = calendarWith([
          ['SUMMARY', icsText(summary)],
          ['LOCATION', icsText(location)],
          ['STATUS', 'CONFIRMED'],
        ]);
        const { events, event } = read(written);
        expect(events).toHaveLength(1);
        expect(event.getFirstPropertyValue('summary') ?? '').toBe(kept(summary));
        expect(event.getFirstPropertyValue('location') ?? '').toBe(kept(location));
        expect(event.getFirstPropertyValue('status')).toBe('CONFIRMED');
        expect(written.endsWith('\r\n')).toBe(true);
        for (const line of Buffer.from(written).toString('latin1').slice(0, -2).split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
          // Each line by itself is whole characters.
          const bytes = Buffer.from(line, 'latin1');
          expect(Buffer.from(bytes.toString('utf8')).equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('a line of 75 octets is one, and one more begins the next', () => {
    const line = (length: number) => icsOf([['SUMMARY', 'x'.repeat(length - 8)]]);
    expect(line(75)).toBe(`SUMMARY:${'x'.repeat(67)}\r\n`);
    expect(line(76)).toBe(`SUMMARY:${'x'.repeat(67)}\r\n x\r\n`);
    expect(icsOf([['SUMMARY', `${'x'.repeat(65)}搭`]])).toBe(`SUMMARY:${'x'.repeat(65)}\r\n 搭\r\n`);
  });

  test('instants are those of UTC', () => {
    expect(icsInstant(new Date('2026-03-08T03:30:59.999-08:00'))).toBe('20260308T113059Z');
  });
});

import { planWhen } from '@dazi/contract/plans/plan-when';
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  hoursText,
  hoursUnderDay,
  nearDay,
  type PlanWhen,
  shortDay,
  spanOf,
  tagText,
  untilText,
  whenText,
  yoursText,
} from './plan-time.ts';
import { plans as en } from './texts/en.ts';
import { plans as ja } from './texts/ja.ts';
import { plans as zh } from './texts/zh.ts';

const texts = { en, ja, zh };
const t = {} as Record<'en' | 'ja' | 'zh', TFunction>;
beforeAll(async () => {
  for (const language of ['en', 'ja', 'zh'] as const) {
    const instance = i18next.createInstance();
    await instance.init({
      lng: language,
      resources: { [language]: { translation: { plans: texts[language] } } },
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    });
    t[language] = instance.t;
  }
});

/** Thursday 26 November 2026, 19:00 to 21:00 in Tokyo. */
const plan: PlanWhen = {
  local: '2026-11-26T19:00',
  timeZone: 'Asia/Tokyo',
  part: null,
  startsAt: '2026-11-26T10:00:00.000Z',
  endsAt: '2026-11-26T12:00:00.000Z',
};
const wednesday = Date.parse('2026-11-25T03:00:00.000Z');
const reader = { language: 'en', now: wednesday - 5 * 86_400_000, timeZone: 'Asia/Tokyo' } as const;

describe('when a plan is', () => {
  it('is said by its own clocks, with the day by its name near by', () => {
    expect(whenText(plan, reader, t.en)).toBe('Thu, Nov 26, 19:00–21:00');
    expect(whenText(plan, { ...reader, now: wednesday }, t.en)).toBe('Tomorrow, 19:00–21:00');
    expect(whenText(plan, { ...reader, now: wednesday, language: 'ja' }, t.ja)).toBe('明日 19:00〜21:00');
    expect(whenText({ ...plan, part: 'evening' }, { ...reader, language: 'zh' }, t.zh)).toBe(
      '11月26日周四晚上',
    );
  });

  it('is said under its day by its hours, and for a reader with other clocks by theirs as well', () => {
    expect(hoursUnderDay(plan, reader, t.en)).toBe('19:00–21:00');
    const london = { ...reader, timeZone: 'Europe/London' };
    expect(hoursUnderDay(plan, london, t.en)).toBe('19:00–21:00 (10:00–12:00 your time)');
    expect(hoursUnderDay({ ...plan, part: 'evening' }, { ...london, language: 'zh' }, t.zh)).toBe(
      '晚上 (你的当地时间：10:00–12:00)',
    );
  });

  it('has no zero before an hour in Japanese, as every clock there', () => {
    const run = { ...plan, local: '2026-11-26T07:00', endsAt: '2026-11-25T23:00:00.000Z' };
    expect(hoursText(run, 'ja')).toBe('7:00〜8:00');
    expect(hoursText(run, 'en')).toBe('07:00–08:00');
    expect(planWhen('ja', run)).toBe('11月26日(木) 7:00');
    expect(planWhen('en', run)).toBe('Thu, Nov 26, 07:00');
    expect(planWhen('zh', run)).toBe('11月26日周四 07:00');
  });

  it('is said by the reader’s clocks too where they differ, with their day where that differs', () => {
    const london = { ...reader, timeZone: 'Europe/London' };
    expect(whenText(plan, london, t.en)).toBe('Thu, Nov 26, 19:00–21:00 (10:00–12:00 your time)');
    expect(yoursText(plan, { ...reader, timeZone: 'Asia/Seoul' })).toBeNull();
    const angeles = { ...reader, timeZone: 'America/Los_Angeles' };
    const morning = {
      ...plan,
      local: '2026-11-26T09:00',
      startsAt: '2026-11-26T00:00:00.000Z',
      endsAt: '2026-11-26T02:00:00.000Z',
    };
    expect(yoursText(morning, angeles)).toBe('Wed, Nov 25, 16:00–18:00');
    expect(yoursText(morning, { ...angeles, language: 'ja' })).toBe('11月25日(水) 16:00〜18:00');
    expect(yoursText(morning, { ...angeles, language: 'zh' })).toBe('11月25日周三 16:00–18:00');
  });

  it('is short on a pin, and shorter the further it is', () => {
    expect(tagText(plan, { ...reader, now: wednesday + 86_400_000 })).toBe('19:00');
    expect(tagText(plan, { ...reader, now: wednesday })).toBe('Thu 19:00');
    expect(tagText({ ...plan, part: 'evening' }, { ...reader, now: wednesday })).toBe('Thu');
    expect(tagText(plan, { ...reader, now: wednesday - 6 * 86_400_000 })).toBe('Nov 26');
    expect(hoursText({ ...plan, part: 'noon' }, 'en')).toBe('around noon');
  });

  it('is near by its own clocks, not by those of the reader', () => {
    // 23:30 of the 25th in Tokyo; in London it is afternoon of the 25th.
    expect(nearDay('2026-11-26T00:10', 'Asia/Tokyo', Date.parse('2026-11-25T14:30:00.000Z'))).toBe(
      'tomorrow',
    );
    expect(untilText(plan.startsAt, Date.parse('2026-11-26T09:20:00.000Z'), t.en)).toBe('in 40 min');
    expect(untilText(plan.startsAt, Date.parse('2026-11-26T04:20:00.000Z'), t.en)).toBe('in 6 h');
    expect(untilText(plan.startsAt, Date.parse('2026-11-26T10:20:00.000Z'), t.en)).toBeNull();
  });
});

describe('the days of a filter', () => {
  const zone = 'Asia/Tokyo';
  it('begin and end with the days of a zone', () => {
    expect(spanOf('any', wednesday, zone)).toBeNull();
    expect(spanOf('today', wednesday, zone)).toEqual({
      from: '2026-11-24T15:00:00.000Z',
      to: '2026-11-25T15:00:00.000Z',
    });
    expect(spanOf('tomorrow', wednesday, zone)).toEqual({
      from: '2026-11-25T15:00:00.000Z',
      to: '2026-11-26T15:00:00.000Z',
    });
    expect(spanOf('weekend', wednesday, zone)).toEqual({
      from: '2026-11-27T15:00:00.000Z',
      to: '2026-11-29T15:00:00.000Z',
    });
    expect(spanOf('week', wednesday, zone)?.to).toBe('2026-11-29T15:00:00.000Z');
  });

  it('have begun on the weekend itself, and end with its Sunday', () => {
    const saturday = Date.parse('2026-11-28T03:00:00.000Z');
    expect(spanOf('weekend', saturday, zone)?.from).toBe('2026-11-27T15:00:00.000Z');
    const sunday = Date.parse('2026-11-29T03:00:00.000Z');
    expect(spanOf('weekend', sunday, zone)).toEqual({
      from: '2026-11-28T15:00:00.000Z',
      to: '2026-11-29T15:00:00.000Z',
    });
  });

  it('are as long as the clocks make them', () => {
    // The clocks of London go forward on 29 March 2026: the day has 23 hours.
    const span = spanOf('tomorrow', Date.parse('2026-03-28T12:00:00.000Z'), 'Europe/London')!;
    expect(Date.parse(span.to) - Date.parse(span.from)).toBe(23 * 3_600_000);
  });
});

it.each([
  ['en', 'Sat 28'],
  ['ja', '28日(土)'],
  ['zh', '28日周六'],
] as const)('a near day is short, %s', (language, expected) => {
  expect(shortDay('2026-11-28', language)).toBe(expected);
});

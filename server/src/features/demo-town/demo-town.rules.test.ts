import { commentLimits } from '@dazi/contract/posts/comments.rules';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoGifts } from './gifts.data.ts';
import { demoBoardVotes, demoMotions } from './governance.data.ts';
import { demoMiniApps } from './mini-apps.data.ts';
import { demoPeople } from './people.data.ts';
import { pictureNames, pictureSvg } from './pictures.data.ts';
import type { Place } from './places.data.ts';
import { demoPlans } from './plans.data.ts';
import { type DemoComment, demoPosts } from './posts.data.ts';
import { demoRooms } from './rooms.data.ts';
import { demoTalks } from './talks.data.ts';

const personKeys = new Set(demoPeople.map((person) => person.key));
const languageOf = new Map(demoPeople.map((person) => [person.key, person.language]));

const interestCatalogue = new Set(
  [
    'hiking camping cycling photography basketball soccer tennis swimming painting theater dancing music',
    'cooking wine-tasting coffee baking programming gaming startups reading writing science history languages',
    'travel backpacking yoga running gym meditation pets volunteering',
  ].flatMap((line) => line.split(' ')),
);

function withReplies(comment: DemoComment): DemoComment[] {
  return [comment, ...(comment.replies ?? []).flatMap(withReplies)];
}

function depthOf(comment: DemoComment): number {
  return Math.max(0, ...(comment.replies ?? []).map((reply) => 1 + depthOf(reply)));
}

function metresBetween(one: Place, other: Place): number {
  return Math.hypot((one.latitude - other.latitude) * 111_320, (one.longitude - other.longitude) * 88_000);
}

describe('people', () => {
  it('have unique keys and addresses', () => {
    expect(personKeys.size).toBe(30);
    expect(new Set(demoPeople.map((person) => person.email)).size).toBe(30);
  });

  it.each(demoPeople)('$key has a valid profile near Haight and Ashbury', (person) => {
    expect(person.email).toBe(`${person.key}@dazi.example`);
    expect(person.age).toBeGreaterThanOrEqual(18);
    expect(person.age).toBeLessThanOrEqual(78);
    expect(person.bio.length).toBeGreaterThan(10);
    expect(person.bio.length).toBeLessThanOrEqual(200);
    expect(person.interests.filter((interest) => !interestCatalogue.has(interest))).toEqual([]);
    expect(new Set(person.interests).size).toBe(person.interests.length);
    expect(person.interests.length).toBeGreaterThanOrEqual(3);
    expect(person.lookingFor.length).toBeGreaterThan(0);
    expect(metresBetween(person.home, { latitude: 37.7699, longitude: -122.4468 })).toBeLessThan(1_200);
  });
});

describe('posts', () => {
  it('have unique keys', () => {
    expect(new Set(demoPosts.map((post) => post.key)).size).toBe(demoPosts.length);
  });

  it.each(['en', 'ja', 'zh'] as const)('are at least 25 in %s', (language) => {
    const posts = demoPosts.filter((post) => languageOf.get(post.by) === language);
    expect(posts.length).toBeGreaterThanOrEqual(25);
  });

  it('are written in the script of their author', () => {
    const kana = /[\u3041-\u30fa]/u;
    const han = /\p{Script=Han}/u;
    const scriptOf = (text: string) => (kana.test(text) ? 'ja' : han.test(text) ? 'zh' : 'en');
    const odd = demoPosts.filter(
      (post) => post.key !== 'thank-you-ladder' && scriptOf(post.text) !== languageOf.get(post.by),
    );
    expect(odd.map((post) => post.key)).toEqual([]);
  });

  it.each(demoPosts)('$key keeps the rules of a post', (post) => {
    expect(personKeys).toContain(post.by);
    expect(post.text.length + post.pictures.length).toBeGreaterThan(0);
    expect(post.text.length).toBeLessThanOrEqual(300);
    expect(post.text).toBe(post.text.trim());
    expect(post.pictures.length).toBeLessThanOrEqual(4);
    expect(new Set(post.pictures).size).toBe(post.pictures.length);
    expect(post.minutesAgo).toBeGreaterThanOrEqual(3);
    expect(post.minutesAgo).toBeLessThan((post.disappearsAfterDays ?? 27) * 24 * 60);
    expect(post.at.latitude).toBeGreaterThan(37.7576);
    expect(post.at.latitude).toBeLessThan(37.7837);
    expect(post.at.longitude).toBeGreaterThan(-122.4646);
    expect(post.at.longitude).toBeLessThan(-122.4316);
  });

  it.each(demoPosts)('$key has at most one reaction of a person, and no bookmark of its author', (post) => {
    const reacting = Object.values(post.reactions).flat();
    expect(new Set(reacting).size).toBe(reacting.length);
    expect(new Set(post.bookmarkedBy).size).toBe(post.bookmarkedBy.length);
    expect(post.bookmarkedBy).not.toContain(post.by);
    expect([...reacting, ...post.bookmarkedBy].filter((key) => !personKeys.has(key))).toEqual([]);
  });

  it.each(demoPosts)('$key has comments in order and not from the future', (post) => {
    for (const thread of post.comments) {
      expect(depthOf(thread)).toBeLessThanOrEqual(commentLimits.depth);
      for (const comment of withReplies(thread)) {
        expect(personKeys).toContain(comment.by);
        expect(comment.text.trim().length).toBeGreaterThan(0);
        expect(comment.text.length).toBeLessThanOrEqual(1_000);
        expect(comment.minutesAfter).toBeGreaterThan(0);
        expect(comment.minutesAfter).toBeLessThan(post.minutesAgo);
        for (const reply of comment.replies ?? []) {
          expect(reply.minutesAfter).toBeGreaterThan(comment.minutesAfter);
        }
      }
    }
  });

  it('use every picture', () => {
    const used = new Set(demoPosts.flatMap((post) => post.pictures));
    expect(pictureNames.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('rooms', () => {
  it.each(demoRooms)('$key keeps the rules of a room and of its messages', (room) => {
    expect(room.name.length).toBeLessThanOrEqual(50);
    expect((room.description ?? '').length).toBeLessThanOrEqual(200);
    const inside = new Set([room.owner, ...room.members]);
    expect(inside.size).toBe(room.members.length + 1);
    expect([...inside].filter((key) => !personKeys.has(key))).toEqual([]);
    const lastJoined_minutes = room.openedDaysAgo * 24 * 60 - room.members.length * 20;
    let before = lastJoined_minutes;
    for (const [index, line] of room.lines.entries()) {
      expect(line.minutesAgo).toBeLessThan(before);
      before = line.minutesAgo;
      expect(line.text.trim()).toBe(line.text);
      expect(line.answers ?? -1).toBeLessThan(index);
      const reacting = Object.values(line.reactions ?? {}).flat();
      expect(new Set(reacting).size).toBe(reacting.length);
      expect([line.by, ...reacting].filter((key) => !inside.has(key))).toEqual([]);
    }
    for (const { by, minutesAgo } of room.asking ?? []) {
      expect(personKeys).toContain(by);
      expect(inside).not.toContain(by);
      expect(minutesAgo).toBeLessThan(lastJoined_minutes);
    }
  });
});

describe('plans', () => {
  it.each(demoPlans)('$key is of people of the town, each once, who speak one of its languages', (plan) => {
    const { by, going, waiting = [], asked = [], calledOff, lines = [] } = plan;
    const people = [by, ...going, ...waiting, ...asked.map((request) => request.by)];
    expect(people.filter((key) => !personKeys.has(key))).toEqual([]);
    expect(new Set(people).size).toBe(people.length);
    expect(plan.languages).toContain(languageOf.get(by));
    expect(waiting.length === 0 || going.length + 1 === plan.seats).toBe(true);
    expect(asked.length === 0 || plan.entry === 'ask').toBe(true);
    if (plan.who === 'same_gender') {
      const genders = people.map((key) => demoPeople.find((person) => person.key === key)!.gender);
      expect(new Set(genders).size).toBe(1);
    }
    // Whoever speaks is in, and came before.
    expect(lines.filter((line) => ![by, ...going].includes(line.by))).toEqual([]);
    const lastCame_minutes = plan.madeDaysAgo * 24 * 60 - (people.length - 1) * 60;
    const minutes = [lastCame_minutes, ...(calledOff ? [calledOff.minutesAgo] : []), 0];
    expect(minutes).toEqual([...minutes].sort((one, other) => other - one));
    const said = [lastCame_minutes, ...lines.map(({ minutesAgo }) => minutesAgo)];
    expect(said).toEqual([...said].sort((one, other) => other - one));
    if ('inMinutes' in plan.starts) expect(lastCame_minutes).toBeGreaterThan(120 - plan.starts.inMinutes);
  });

  it('are fourteen, and nobody makes more than they may', () => {
    expect(demoPlans).toHaveLength(14);
    expect(new Set(demoPlans.map(({ by }) => by)).size).toBe(demoPlans.length);
    expect(new Set(demoPlans.map(({ key }) => key)).size).toBe(demoPlans.length);
  });
});

describe('private conversations', () => {
  const roomsOf = (key: string) =>
    demoRooms.filter(({ owner, members }) => owner === key || members.includes(key));
  const knowEachOther = ([one, other]: readonly [string, string]) =>
    roomsOf(one).some((room) => roomsOf(other).includes(room));

  it.each(demoTalks)('$between keep the rules of messages', ({ between, lines }) => {
    expect(between.filter((key) => !personKeys.has(key))).toEqual([]);
    expect(lines.filter(({ by }) => !between.includes(by))).toEqual([]);
    const minutes = lines.map(({ minutesAgo }) => minutesAgo);
    expect(minutes).toEqual([...minutes].sort((one, other) => other - one));
    expect(lines.filter(({ text }) => text.trim() !== text || text === '')).toEqual([]);
  });

  it('are of people who share a room, but for the message requests at the end', () => {
    expect(demoTalks.map(({ between }) => knowEachOther(between))).toEqual(
      demoTalks.map((_talk, index) => index < demoTalks.length - 2),
    );
    for (const { between, lines } of demoTalks.slice(-2)) {
      expect(new Set(lines.map(({ by }) => by))).toEqual(new Set([between[0]]));
    }
  });

  it.each(['en', 'ja', 'zh'] as const)('are also between people who speak %s', (language) => {
    expect(demoTalks.some(({ between }) => between.every((key) => languageOf.get(key) === language))).toBe(
      true,
    );
  });
});

describe('gifts', () => {
  it('are within what their givers begin with, of people and rooms of the town, in order', () => {
    const rooms = new Map(demoRooms.map((room) => [room.key, [room.owner, ...room.members]]));
    const given = new Map<string, number>();
    for (const { by, to, dazi } of demoGifts) {
      expect(personKeys).toContain(by);
      if ('person' in to) expect(personKeys).toContain(to.person);
      else expect(rooms.get(to.room)).toContain(by);
      given.set(by, (given.get(by) ?? 0) + dazi);
    }
    expect(Math.max(...given.values())).toBeLessThan(100);
    const minutes = demoGifts.map(({ minutesAgo }) => minutesAgo);
    expect(minutes).toEqual([...minutes].sort((one, other) => other - one));
  });
});

describe('governance', () => {
  const board = Object.keys(demoBoardVotes);

  it('has 13 who are voted for by others, once each, the most votes first', () => {
    expect(board).toHaveLength(13);
    for (const [candidate, voters] of Object.entries(demoBoardVotes)) {
      expect([candidate, ...voters].filter((key) => !personKeys.has(key))).toEqual([]);
      expect(new Set(voters).size).toBe(voters.length);
      expect(voters).not.toContain(candidate);
    }
    const counts = Object.values(demoBoardVotes).map((voters) => voters.length);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
    expect(counts[11]).toBeGreaterThan(counts[12]!);
  });

  it('has one motion that all 12 agree on, and one that waits', () => {
    const seats = board.slice(0, 12);
    expect(demoMotions.map(({ yes }) => yes.length)).toEqual([12, 5]);
    for (const { by, yes, daysAgo, title } of demoMotions) {
      expect(seats).toContain(by);
      expect(seats).toEqual(expect.arrayContaining([...new Set(yes)]));
      expect(daysAgo * 24).toBeGreaterThan(yes.length);
      expect(title.length).toBeLessThanOrEqual(120);
    }
  });
});

describe('pictures', () => {
  it.each(pictureNames)('%s renders at 1200 x 900', async (name) => {
    const svg = pictureSvg(name);
    expect(svg).not.toMatch(/<text|NaN|undefined/);
    const { info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 900]);
  });
});

describe('mini apps', () => {
  it.each(demoMiniApps)('$appType in $room is of its members, before the last line', (app) => {
    const room = demoRooms.find(({ key }) => key === app.room)!;
    const inside = [room.owner, ...room.members];
    expect(inside).toContain(app.by);
    expect(app.minutesAgo).toBeGreaterThan(Math.min(...room.lines.map(({ minutesAgo }) => minutesAgo)));
    for (const { by, minutesAfter } of app.taken) {
      expect(inside).toContain(by);
      expect(minutesAfter).toBeLessThan(app.minutesAgo);
    }
  });
});

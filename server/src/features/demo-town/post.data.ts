import type { PictureName } from './pictures.data.ts';
import type { Place } from './places.data.ts';

type DemoReaction = 'AGREE' | 'HEART' | 'LAUGH' | 'SURPRISE' | 'SAD';

export interface DemoComment {
  by: string;
  /** After the post, not after the comment it answers. */
  minutesAfter: number;
  text: string;
  replies?: DemoComment[];
}

export interface DemoPost {
  key: string;
  by: string;
  minutesAgo: number;
  at: Place;
  text: string;
  pictures: readonly PictureName[];
  disappearsAfterDays?: 1 | 7 | 30;
  comments: readonly DemoComment[];
  reactions: Partial<Record<DemoReaction, readonly string[]>>;
  bookmarkedBy: readonly string[];
}

/** People are named by their keys, with a space between two. */
interface PostFacts {
  by: string;
  minutesAgo: number;
  at: Place;
  text: string;
  pictures?: readonly PictureName[];
  disappearsAfterDays?: 1 | 7 | 30;
  comments?: readonly DemoComment[];
  reactions?: Partial<Record<DemoReaction, string>>;
  bookmarkedBy?: string;
}

export function post(key: string, facts: PostFacts): DemoPost {
  const { reactions = {}, bookmarkedBy = '', pictures = [], comments = [], ...rest } = facts;
  return {
    key,
    ...rest,
    pictures,
    comments,
    reactions: Object.fromEntries(Object.entries(reactions).map(([kind, keys]) => [kind, people(keys)])),
    bookmarkedBy: people(bookmarkedBy),
  };
}

export function said(by: string, minutesAfter: number, text: string, ...replies: DemoComment[]): DemoComment {
  return replies.length === 0 ? { by, minutesAfter, text } : { by, minutesAfter, text, replies };
}

export function hours(count: number): number {
  return Math.round(count * 60);
}

export function days(count: number): number {
  return Math.round(count * 24 * 60);
}

function people(keys: string): string[] {
  return keys.split(' ').filter((key) => key !== '');
}

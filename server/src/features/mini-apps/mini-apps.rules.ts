import type { MiniAppParticipation, MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import type { MiniAppMessage, ResultMessage } from '@dazi/contract/mini-apps/mini-apps';
import { resultSender } from '@dazi/contract/mini-apps/mini-apps';
import { cleanedText, whole } from '#platform/clean-text.ts';
import type { Outcome, Sees } from './app-kind.rules.ts';

export const cleanedAnswers = (answers: readonly unknown[]): unknown[] =>
  answers.map((answer) => (typeof answer === 'string' ? cleanedText(answer) : answer));

/** A config that fits its schema, with every text in it cleaned. */
export function cleaned<Value>(value: Value): Value {
  if (typeof value === 'string') return cleanedText(value) as Value;
  if (Array.isArray(value)) return value.map(cleaned) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleaned(each)])) as Value;
}

const deepestState = 32;

/** A state as it can be stored; undefined when it is nested too deeply. */
export function storableState(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return whole(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepestState) return undefined;
  const parts = Object.entries(value).map(
    ([key, each]) => [whole(key), storableState(each, depth + 1)] as const,
  );
  if (parts.some(([, each]) => each === undefined)) return undefined;
  return Array.isArray(value) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
}

interface Bound {
  id: string;
  appType: string;
  title: string;
}

/** `hasLinks`: something that is written in it beside the title holds one. */
export function messageContent(
  { id, appType, title }: Bound,
  { isCompleted, hasLinks }: { isCompleted: boolean; hasLinks: boolean },
): string {
  const content: MiniAppMessage = { miniAppId: id, appType, title, isCompleted };
  return JSON.stringify(hasLinks ? { ...content, hasLinks } : content);
}

/** Whether a message said before that there are links, or what comes to it now holds one. */
export const holdsLinks = (before: string, written: unknown): boolean =>
  (before !== '' && (JSON.parse(before) as MiniAppMessage).hasLinks === true) ||
  /https?:\/\//iu.test(JSON.stringify(written));

export function resultContent(
  { id, appType, title }: Bound,
  { results, text, generatedText }: Outcome,
): string {
  const content: MiniAppResult = {
    type: 'mini-app-result',
    miniAppId: id,
    appType,
    title,
    generatedText,
    text,
    results: { ...results },
  };
  return JSON.stringify(content);
}

/** The message with a result as calls answer it: type `mini-app-result`, with what its reader sees. */
export const resultMessage = (
  {
    id,
    conversationId,
    createdAt,
    sequence,
  }: Pick<ResultMessage, 'id' | 'conversationId' | 'createdAt' | 'sequence'>,
  content: MiniAppResult | null,
): ResultMessage => ({
  id,
  conversationId,
  senderId: resultSender.id,
  senderName: resultSender.name,
  content: JSON.stringify(content),
  type: 'mini-app-result',
  createdAt,
  isRead: false,
  sequence,
});

interface Taken {
  userId: string;
  name: string;
  avatarUrl: string | null;
  answers: unknown[];
  createdAt: Date;
  updatedAt: Date;
}

export const participationSeen = (
  { userId, name, avatarUrl, answers, createdAt, updatedAt }: Taken,
  conversationId: string,
  showsAnswers: boolean,
): MiniAppParticipation => ({
  userId,
  user: { name, avatarUrl },
  conversationId,
  data: showsAnswers ? { answers, completedAt: updatedAt.toISOString(), version: 1 } : null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Of all who took part those whom the reader sees, with as much as they see. The own one is always shown. */
export function participationsSeen(
  rows: readonly Taken[],
  viewerId: string,
  conversationId: string,
  sees: Sees,
): MiniAppParticipation[] {
  return rows
    .filter(({ userId }) => userId === viewerId || sees !== 'nothing')
    .map((row) => participationSeen(row, conversationId, row.userId === viewerId || sees === 'answers'));
}

import { openTabChannel } from '#platform/tab-channel.ts';

/** What tabs of one browser tell each other about the session: who is signed out, or null where somebody came. */
export type SessionNews = string | null;

const channel = openTabChannel('dazi-session');

let isLeaving = false;

/** While this tab ends the session or the account it hears nothing: a reload would cost it the answer, and its last word. */
export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

export const isTabLeaving = (): boolean => isLeaving;

export function tellOtherTabs(news: SessionNews): void {
  channel?.postMessage(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>) => {
    if (!isLeaving) listener(data);
  };
  if (channel) channel.onmessage = hear;
  return () => {
    if (channel) channel.onmessage = null;
  };
}

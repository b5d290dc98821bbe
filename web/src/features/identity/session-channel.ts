/** What tabs of one browser tell each other about the session. */
export type SessionNews = 'signed-in' | 'signed-out';

const channel = new BroadcastChannel('dazi-session');

let isLeaving = false;

/** While this tab deletes the account it hears nothing: a reload would cost it the answer, and its last word. */
export function setLeaving(leaving: boolean): void {
  isLeaving = leaving;
}

export function tellOtherTabs(news: SessionNews): void {
  channel.postMessage(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const hear = (event: MessageEvent<SessionNews>) => {
    if (!isLeaving) listener(event.data);
  };
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

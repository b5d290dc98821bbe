/** What tabs of one browser tell each other about the session. */
export type SessionNews = 'signed-in' | 'signed-out';

const channel = new BroadcastChannel('dazi-session');

export function tellOtherTabs(news: SessionNews): void {
  channel.postMessage(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const hear = (event: MessageEvent<SessionNews>) => listener(event.data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

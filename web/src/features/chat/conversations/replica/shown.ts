import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Replica } from './replica.ts';

/** As it was made last of what the server has, for as long as nothing else is set. */
const made = new WeakMap<Conversation, { over: Replica['ownSettings']; shown: Conversation }>();

/** A conversation as the server has it, and over that what was set here and is not answered yet. */
export function shownIn(
  { conversations, ownSettings }: Pick<Replica, 'conversations' | 'ownSettings'>,
  id: string,
): Conversation | undefined {
  const base = conversations.get(id)?.base;
  const own = ownSettings.filter(({ conversationId }) => conversationId === id);
  if (!base || own.length === 0) return base;
  const known = made.get(base);
  if (known?.over === ownSettings) return known.shown;
  const settings = own.reduce((before, one) => ({ ...before, ...one.settings }), base.settings);
  const shown = { ...base, settings };
  made.set(base, { over: ownSettings, shown });
  return shown;
}

/** The same of all of them. */
export const asShown = (state: Replica): Replica =>
  state.ownSettings.length === 0
    ? state
    : {
        ...state,
        conversations: new Map(
          [...state.conversations].map(([id, record]) => [id, { ...record, base: shownIn(state, id)! }]),
        ),
      };

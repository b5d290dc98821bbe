import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useNow } from '#platform/time.ts';
import { useMessagesLeft } from './PrivateNotes.tsx';

/** What one may write in an open conversation: where there is no field for it, nothing is offered that needs one. */
export function useMayWrite(conversation: Conversation): { mayReply: boolean; mayEdit: boolean } {
  const { can, messageRequest, mutedUntil } = conversation;
  const now = useNow();
  const left = useMessagesLeft(conversation);
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > now;
  const mayEdit = can.send && !isMuted && messageRequest !== 'incoming';
  // What was sent may be changed also when nothing more may be sent.
  return { mayReply: mayEdit && left !== 0, mayEdit };
}

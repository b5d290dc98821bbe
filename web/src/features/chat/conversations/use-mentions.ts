import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { type KeyboardEvent, useState } from 'react';
import { useMembers } from './conversation-settings.api.ts';
import { mentionAt, suggestions, withMention } from './mentions.ts';

interface MentionsInput {
  conversation: Conversation;
  myId: string;
  text: string;
  onText(text: string, caret: number): void;
}

/** Who may be meant while a name is being typed, and the keys that choose. Only groups have somebody to name. */
export function useMentions({ conversation, myId, text, onText }: MentionsInput) {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** Where Escape was pressed: this sign is left alone. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const { isPrivate, members, memberCount, id } = conversation;
  const found = isPrivate || caret === null ? null : mentionAt(text, caret);
  const isWanted = found !== null && found.start !== dismissed;
  const areAllKnown = memberCount <= members.length;
  const more = useMembers(id, found?.query ?? '', isWanted && !areAllKnown);
  const candidates = areAllKnown ? members : (more.data?.pages[0]?.data ?? members);
  const shown = isWanted
    ? suggestions(candidates, found.query, myId, conversationLimits.mentionSuggestions)
    : [];
  const index = Math.min(chosen, shown.length - 1);

  const choose = (member: Member) => {
    if (!found || caret === null) return;
    const next = withMention(text, found, caret, member.user.name);
    setCaret(next.caret);
    setChosen(0);
    onText(next.text, next.caret);
  };

  /** True when the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (shown.length === 0) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((index + step + shown.length) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(shown[index]!);
    else if (event.key === 'Escape') setDismissed(found?.start ?? null);
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    shown,
    chosen: index,
    choose,
    onKeyDown,
    onCaret: (next: number | null) => {
      setCaret(next);
      setChosen(0);
      if (dismissed !== null && (next === null || text[dismissed] === undefined)) setDismissed(null);
    },
  };
}

import { useState } from 'react';
import { PersonalDrafts } from '#platform/personal-drafts.ts';
import type { Numbered } from './conversation-log.ts';
import { useDraft } from './drafts.ts';

/** What a message is changed to, until it was. */
const edits = new PersonalDrafts('messageEdits', 20);

/** What stands in the composer: the next message, or in its place what one that was sent is changed to. */
export function useWrittenText(conversationId: string, userId: string, editing: Numbered | null) {
  const [draft, setDraft] = useDraft(conversationId, userId);
  const [edited, setEdited] = useState('');
  const [editedId, setEditedId] = useState<string | null>(null);
  const editingId = editing?.id ?? null;
  if (editingId !== editedId) {
    setEditedId(editingId);
    setEdited(editing ? edits.of(userId, editing.id) || editing.content : '');
  }
  return {
    text: editing ? edited : draft,
    setText: (next: string) => {
      if (!editing) return setDraft(next);
      setEdited(next);
      edits.keep(userId, editing.id, next === editing.content ? '' : next);
    },
    /** The next message was taken from here. */
    clearDraft: () => setDraft(''),
    /** The message was changed, or is to stay as it is. */
    forgetEdit: (messageId: string) => edits.keep(userId, messageId, ''),
  };
}

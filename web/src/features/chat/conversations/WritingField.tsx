import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { pastedFiles } from '#ui/pasted-files.ts';
import { MentionList, mentionOptionId } from './MentionList.tsx';
import { useGrowingField } from './use-growing-field.ts';
import { useMentions } from './use-mentions.ts';

interface WritingFieldProps {
  conversation: Conversation;
  userId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** It was written. */
  onText(text: string): void;
  /** A name was chosen and stands in it now; the caret goes behind. */
  onMention(text: string, caret: number): void;
  onSubmit(): void;
  /** Whether Escape puts something away here. */
  canEscape: boolean;
  onEscape(): void;
  onPasteFiles(files: readonly File[]): void;
}

/** The field for a message, with the members whose name is being typed above it. */
export function WritingField(props: WritingFieldProps) {
  const { conversation, userId, field, text, onText, onMention } = props;
  const { onSubmit, canEscape, onEscape, onPasteFiles } = props;
  const { t } = useTranslation();
  const listId = useId();
  const mentions = useMentions({ conversation, myId: userId, text, onText: onMention });
  const areShown = mentions.shown.length > 0;
  useGrowingField(field, text);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isForInputMethod(event.nativeEvent)) return;
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape' && canEscape) {
      event.preventDefault();
      onEscape();
    }
  };
  const readCaret = (element: HTMLTextAreaElement) =>
    mentions.onCaret(element.selectionStart === element.selectionEnd ? element.selectionStart : null);
  return (
    <>
      {areShown && (
        <MentionList
          id={listId}
          members={mentions.shown}
          isOfPlan={conversation.plan !== null}
          chosen={mentions.chosen}
          onChoose={mentions.choose}
        />
      )}
      <textarea
        ref={field}
        className="input grow conversations-composer-field"
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={t('conversations.composer.label')}
        placeholder={t('conversations.composer.placeholder')}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={areShown ? listId : undefined}
        aria-activedescendant={areShown ? mentionOptionId(listId, mentions.chosen) : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.target.value);
          // The list waits until the word is whole.
          if (!(event.nativeEvent as InputEvent).isComposing) readCaret(event.target);
        }}
        onCompositionStart={() => mentions.onCaret(null)}
        onCompositionEnd={(event) => readCaret(event.currentTarget)}
        onSelect={(event) => readCaret(event.currentTarget)}
        onBlur={() => mentions.onCaret(null)}
        onPaste={(event) => {
          const pasted = pastedFiles(event);
          if (pasted.length === 0) return;
          event.preventDefault();
          onPasteFiles(pasted);
        }}
      />
    </>
  );
}

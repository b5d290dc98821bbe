import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Popover } from '#ui/Popover.tsx';

const EmojiGrid = lazyPart('EmojiGrid', () => import('./EmojiGrid.tsx'));

/** The picker comes with its first opening. */
export function EmojiButton({ disabled, onChoose }: { disabled: boolean; onChoose(emoji: string): void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chosen = useRef<string | null>(null);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('conversations.composer.emojiTitle')}
      onCloseAutoFocus={(event) => {
        if (chosen.current === null) return;
        // The field gets the focus, not the button.
        event.preventDefault();
        onChoose(chosen.current);
        chosen.current = null;
      }}
      side="top"
      align="end"
      className="popover conversations-emoji-popover"
      trigger={
        <IconButton icon="smile" tip="above" disabled={disabled} label={t('conversations.composer.emoji')} />
      }
    >
      <div className="row between conversations-emoji-title">
        <h3>{t('conversations.composer.emojiTitle')}</h3>
        <IconButton
          icon="close"
          size="s"
          iconSize="s"
          tip="none"
          label={t('ui.close')}
          onClick={() => setOpen(false)}
        />
      </div>
      <EmojiGrid
        onChoose={(emoji) => {
          chosen.current = emoji;
          setOpen(false);
        }}
      />
    </Popover>
  );
}

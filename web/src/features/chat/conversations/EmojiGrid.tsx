import {
  defaultEmojiDataResolver,
  type EmojiDataResolver,
  EmojiPicker,
  type EmojiPickerListComponents,
} from 'frimousse';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { WhenNetworkIsBack } from '#ui/WhenNetworkIsBack.tsx';

/** Emitted by the build: emoji in the languages we speak. */
const emojiAddress = '/assets/emoji-17.0.0';

type RowProps = ComponentProps<EmojiPickerListComponents['Row']>;
type EmojiProps = ComponentProps<EmojiPickerListComponents['Emoji']>;

/** Rows and columns are counted from one; the picker counts from zero. */
const counted = (index: number | undefined) => (index === undefined ? undefined : index + 1);

function Row(props: RowProps) {
  const row = { ...props, 'aria-rowindex': counted(props['aria-rowindex']) };
  return <div {...row} />;
}

function Emoji({ emoji, ...props }: EmojiProps) {
  const cell = { ...props, 'aria-colindex': counted(props['aria-colindex']) };
  return (
    <button {...cell} type="button">
      {emoji.emoji}
    </button>
  );
}

export function EmojiGrid({ onChoose }: { onChoose(emoji: string): void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  const tryAgain = () => setAttempt(attempt + 1);
  const resolve: EmojiDataResolver = async (locale, asked) => {
    try {
      return await defaultEmojiDataResolver(locale, asked);
    } catch {
      if (!asked.signal?.aborted) setFailed(attempt);
      // It is said here; the picker would say it in the console, and to nobody.
      return new Promise<never>(() => {});
    }
  };
  return (
    <EmojiPicker.Root
      // The picker asks once; another attempt is another one.
      key={attempt}
      className="conversations-emoji"
      locale={language}
      columns={8}
      emojibaseUrl={emojiAddress}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <EmojiPicker.Search
        className="input soft"
        autoFocus
        aria-label={t('conversations.composer.emojiSearch')}
        placeholder={t('conversations.composer.emojiSearch')}
      />
      <EmojiPicker.Viewport className="conversations-emoji-viewport">
        {failed === attempt ? (
          <>
            <InlineError text={t('conversations.composer.emojiFailed')} onRetry={tryAgain} />
            <WhenNetworkIsBack run={tryAgain} />
          </>
        ) : (
          <EmojiPicker.Loading className="conversations-emoji-note">
            {t('conversations.composer.emojiLoading')}
          </EmojiPicker.Loading>
        )}
        <EmojiPicker.Empty className="conversations-emoji-note">
          {t('conversations.composer.emojiNone')}
        </EmojiPicker.Empty>
        <EmojiPicker.List className="conversations-emoji-list" components={{ Row, Emoji }} />
      </EmojiPicker.Viewport>
      <div className="conversations-emoji-foot">
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => <span className="ell sm t2">{emoji ? `${emoji.emoji} ${emoji.label}` : ' '}</span>}
        </EmojiPicker.ActiveEmoji>
        <EmojiPicker.SkinToneSelector
          className="iconbtn s"
          aria-label={t('conversations.composer.skinTone')}
        />
      </div>
    </EmojiPicker.Root>
  );
}

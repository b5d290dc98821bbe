import type { Message } from '@dazi/contract/chat/conversations';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useFoundMessages } from './messages.api.ts';
import { cutAtFound, wordsIn } from './preview.ts';
import { timeLabel } from './time-label.ts';

const delay_ms = 350;

interface FindMessagesProps {
  conversationId: string;
  onJump(sequence: number): void;
  onClose(): void;
}

export function FindMessages({ conversationId, onJump, onClose }: FindMessagesProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), delay_ms);
    return () => clearTimeout(timer);
  }, [text]);
  // Whoever closes it goes on at what it was opened with.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('[data-leads-to=search]')?.focus({ preventScroll: true });
    },
    [],
  );
  const found = useFoundMessages(conversationId, query, useLanguage());
  const { data, error, isFetching, refetch } = found;
  const messages = data?.pages.flatMap((page) => page.data) ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isForInputMethod(event.nativeEvent)) onClose();
  };
  return (
    <search className="conversations-find" onKeyDown={onKeyDown}>
      <div className="row">
        <div className="input soft grow">
          <Icon name="search" />
          <input
            className="grow conversations-bare-input"
            type="search"
            enterKeyHint="search"
            aria-label={t('conversations.find.label')}
            placeholder={t('conversations.find.placeholder')}
            maxLength={100}
            // biome-ignore lint/a11y/noAutofocus: the reader has just asked to search
            autoFocus
            value={text}
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <IconButton icon="close" label={t('conversations.find.close')} tip="none" onClick={onClose} />
      </div>
      {query !== '' && (
        <div className="conversations-find-results" aria-busy={isFetching}>
          {error && !data && (
            <InlineError text={t('conversations.find.failed')} onRetry={() => void refetch()} />
          )}
          {data && messages.length === 0 && (
            <p className="t3 sm" role="status">
              {t('conversations.find.none')}
            </p>
          )}
          <ul>
            {messages.map((message) => (
              <li key={message.id}>
                <Result message={message} query={query} onJump={onJump} />
              </li>
            ))}
          </ul>
          <LoadMore
            kind="text"
            size="s"
            list={found}
            label={t('conversations.find.more')}
            failed={t('conversations.find.failed')}
          />
        </div>
      )}
    </search>
  );
}

interface ResultProps {
  message: Message;
  query: string;
  onJump(sequence: number): void;
}

function Result({ message, query, onJump }: ResultProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { senderName, type, content, createdAt, sequence } = message;
  return (
    <button
      type="button"
      className="conversations-find-result"
      onClick={() => sequence !== null && onJump(sequence)}
    >
      <span className="row between">
        <UserText as="b" className="ell">
          {senderName || t('conversations.unknownUser')}
        </UserText>
        <time className="t3 xs12 num" dateTime={createdAt}>
          {timeLabel(createdAt, now, language)}
        </time>
      </span>
      <UserText as="span" className="clamp2">
        {cutAtFound(wordsIn(type, content), query)}
      </UserText>
    </button>
  );
}

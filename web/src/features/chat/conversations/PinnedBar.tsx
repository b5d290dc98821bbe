import type { PinnedMessage } from '@dazi/contract/chat/pinned-messages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { usePinnedMessages, usePinnedNews } from './pinned-messages.api.ts';
import { cut, saidIn } from './preview.ts';

interface PinnedBarProps {
  conversationId: string;
  userId: string;
  onJump(sequence: number): void;
}

/** What is pinned, above the log: it leads to the message, and then to the next one. */
export function PinnedBar({ conversationId, userId, onJump }: PinnedBarProps) {
  const { t } = useTranslation();
  usePinnedNews(conversationId);
  const { data = [] } = usePinnedMessages(conversationId, userId);
  const [shownId, setShownId] = useState<string | null>(null);
  // There is nothing to read of people whom one has blocked.
  const pins = data.filter(({ message }) => !message.folded && !message.isDeleted);
  const position = Math.max(
    0,
    pins.findIndex(({ message }) => message.id === shownId),
  );
  const pin = pins[position];
  if (!pin) return null;
  const { message } = pin;
  const text = textOf(pin, t);
  const goOn = () => {
    onJump(message.sequence ?? 0);
    setShownId(pins[(position + 1) % pins.length]?.message.id ?? null);
  };
  return (
    <nav className="conversations-pinned" aria-label={t('conversations.pins.label')}>
      <button type="button" className="conversations-pinned-jump" onClick={goOn}>
        {pins.length > 1 && <Marks count={pins.length} current={position} />}
        <Icon name="sticky" size="s" />
        <span className="conversations-pinned-text">
          <b className="ell">
            {pins.length > 1
              ? t('conversations.pins.several', { number: position + 1, total: pins.length })
              : t('conversations.pins.one')}
          </b>
          <UserText as="span" className="ell">
            {text}
          </UserText>
        </span>
      </button>
    </nav>
  );
}

function textOf({ message }: PinnedMessage, t: ReturnType<typeof useTranslation>['t']): string {
  return cut(saidIn(message.type, message.content, t), 160);
}

function Marks({ count, current }: { count: number; current: number }) {
  return (
    <span className="conversations-pinned-marks" aria-hidden="true">
      {Array.from({ length: count }, (_mark, index) => index).map((index) => (
        <i key={index} data-current={index === current || undefined} />
      ))}
    </span>
  );
}

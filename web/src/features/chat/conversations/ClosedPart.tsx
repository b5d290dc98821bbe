import type { Message } from '@dazi/contract/chat/conversations';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { focusWhatIsThere } from '#ui/page-focus.ts';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { useOpenPart } from './messages.api.ts';

const icons: Record<NonNullable<Message['closedKind']>, IconName> = {
  image: 'image',
  video: 'play',
  link: 'link',
};

/** A picture, a video or a link of somebody who was not accepted: nothing of it is fetched before it is wanted. */
export function ClosedPart({ message, userId }: { message: Message; userId: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { mutateAsync, isPending } = useOpenPart(userId);
  const { conversationId, id: messageId, closedKind, closedHost } = message;
  const isOpened = useRef(false);
  const kind = closedKind ?? 'link';
  const isLink = kind === 'link';
  const what = isLink
    ? (closedHost ?? t('conversations.requests.link'))
    : t(kind === 'image' ? 'conversations.requests.picture' : 'conversations.requests.video');
  const show = () =>
    mutateAsync({ conversationId, messageId })
      .then(() => {
        isOpened.current = true;
      })
      .catch((error: unknown) => showToast({ type: 'error', message: errorText(error) }));
  // The button goes with what it opens, and the focus with it.
  useEffect(() => () => void (isOpened.current && focusWhatIsThere()), []);
  return (
    <span className="conversations-closed">
      <span className="conversations-closed-icon">
        <Icon name={icons[kind]} />
      </span>
      <span className="grow">
        <UserText as="b">{what}</UserText>
        <span className="sm t3">
          {t(isLink ? 'conversations.requests.link' : 'conversations.requests.notShown')}
        </span>
      </span>
      <Button
        size="s"
        kind="text"
        busy={isPending}
        aria-label={`${t('conversations.requests.show')}: ${what}`}
        title={t('conversations.requests.showHint')}
        onClick={() => void show()}
      >
        {t('conversations.requests.show')}
      </Button>
    </span>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRequireSignIn, useSession } from '#features/identity/identity.api.ts';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { showToast } from '#ui/toast-store.ts';

interface MessageButtonProps {
  person: { id: string; name: string };
  /** `icon` stands beside a name, `quiet` among others. */
  look?: 'primary' | 'quiet' | 'icon';
  className?: string;
}

/** Leads into the conversation with somebody; nothing for oneself. What it takes comes with the first click. */
export function MessageButton({ person, look = 'quiet', className }: MessageButtonProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const requireSignIn = useRequireSignIn();
  const errorText = useErrorText();
  const [isStarting, setStarting] = useState(false);
  if (user?.id === person.id) return null;

  const start = async () => {
    if (isStarting || !requireSignIn(t('errors.PRIVATE_SIGN_IN_REQUIRED')) || !user) return;
    setStarting(true);
    try {
      const { conversationWith } = await import('./start-conversation.ts');
      navigate(`/messages/${await conversationWith(client, user.id, person.id)}`);
    } catch (error) {
      const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const message = isJudged ? errorText(error) : t('conversations.startFailed');
      showToast({ type: 'error', message });
    } finally {
      setStarting(false);
    }
  };
  const label = t('conversations.messageTo', { name: person.name });
  if (look === 'icon') {
    return (
      <IconButton
        icon="message"
        tip="left"
        label={label}
        className={className}
        aria-busy={isStarting || undefined}
        onClick={() => void start()}
      />
    );
  }
  return (
    <Button
      kind={look}
      icon="message"
      busy={isStarting}
      aria-label={label}
      className={className}
      onClick={() => void start()}
    >
      {t('conversations.message')}
    </Button>
  );
}

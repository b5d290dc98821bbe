import { useTranslation } from 'react-i18next';
import { UserText } from '#ui/UserText.tsx';
import { useTyping } from './typing.ts';

export function TypingLine({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const [one, other, third] = useTyping(conversationId);
  let text = '';
  if (third) text = t('conversations.typing.several');
  else if (one && other) text = t('conversations.typing.two', { name: one.name, other: other.name });
  else if (one) text = t('conversations.typing.one', { name: one.name });
  return (
    <p className="conversations-typing" aria-live="polite">
      {text && <UserText>{text}</UserText>}
    </p>
  );
}

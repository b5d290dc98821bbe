import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** How long it is said that one was mentioned. */
const mentionBadge_ms = 3000;

interface MentionBadgeProps {
  mentionsMe: boolean;
  wasMentioned: boolean;
}

/** Something unread mentions the reader: said for a moment, also when it was read meanwhile. */
export function MentionBadge({ mentionsMe, wasMentioned }: MentionBadgeProps) {
  const { t } = useTranslation();
  const [shows, setShows] = useState(mentionsMe || wasMentioned);
  const [known, setKnown] = useState(mentionsMe);
  // What waits to be read is said once.
  if (mentionsMe !== known) {
    setKnown(mentionsMe);
    if (mentionsMe) setShows(true);
  }
  useEffect(() => {
    if (!shows) return;
    const timer = setTimeout(() => setShows(false), mentionBadge_ms);
    return () => clearTimeout(timer);
  }, [shows]);
  if (!shows) return null;
  return (
    <span className="badge conversations-at-badge" role="img" aria-label={t('conversations.mentioned')}>
      @
    </span>
  );
}

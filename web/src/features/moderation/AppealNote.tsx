import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Note } from '#ui/Note.tsx';
import { useModerators } from './moderated-people.api.ts';

const named = 3;

/** Before one decides: that it can be appealed, and who looks at it then. */
export function AppealNote({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useModerators();
  if (!data) return null;
  const others = data.map(({ person }) => person).filter(({ id }) => id !== userId);
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    others.slice(0, named).map(({ name }) => name),
  );
  return (
    <Note icon="info">
      {others.length > 0
        ? t('moderation.decision.appealNote', { names })
        : t('moderation.decision.appealNoteAlone')}
    </Note>
  );
}

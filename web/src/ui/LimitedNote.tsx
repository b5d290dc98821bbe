import type { Standing } from '@dazi/contract/identity/standing';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Note } from '#ui/Note.tsx';

interface LimitedNoteProps {
  /** Of whoever fills the form in. */
  standing: Pick<Standing, 'kind' | 'decisionId'>;
  text: string;
}

/** In a form: says before it is filled in that whoever is limited cannot send it. */
export function LimitedNote({ standing, text }: LimitedNoteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { kind, decisionId } = standing;
  if (kind !== 'limited') return null;
  const action = { label: t('standing.read'), run: () => navigate(`/account/decisions/${decisionId}`) };
  return (
    <Note kind="warn" icon="muted" {...(decisionId && { action })}>
      {text}
    </Note>
  );
}

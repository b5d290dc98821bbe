import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { AreaField } from '#ui/Field.tsx';
import { type Drafts, withLines } from './questionnaire-draft.ts';

interface QuestionToolsProps {
  drafts: Drafts;
  onChange(drafts: Drafts): void;
  /** What stands in the field for lines to be taken over. */
  lines: string;
  onLines(lines: string): void;
  onAdd(): void;
}

/** New questions: one that is written here, or many that come as lines, of which it is said what became. */
export function QuestionTools({ drafts, onChange, lines, onLines, onAdd }: QuestionToolsProps) {
  const { t } = useTranslation();
  // Lines that were left waiting are seen where they are.
  const [isImporting, setImporting] = useState(lines.trim() !== '');
  const [imported, setImported] = useState<{ taken: number; ignored: number } | null>(null);
  const take = () => {
    const { drafts: next, taken, ignored } = withLines(drafts, lines);
    if (taken > 0) {
      onChange(next);
      onLines('');
    }
    setImported({ taken, ignored });
    setImporting(taken === 0);
  };
  return (
    <>
      <div className="row wrap mini-apps-quiz-tools">
        <Button
          kind="ghost"
          size="s"
          aria-expanded={isImporting}
          onClick={() => {
            setImported(null);
            setImporting(!isImporting);
          }}
        >
          {t('miniApps.quiz.manage.import')}
        </Button>
        <Button
          size="s"
          icon="plus"
          disabled={drafts.questions.length >= quizLimits.questionnaire}
          onClick={onAdd}
        >
          {t('miniApps.quiz.manage.add')}
        </Button>
      </div>
      {isImporting && <Import lines={lines} onLines={onLines} onTake={take} />}
      {imported && (
        <p className="sm t2 mini-apps-quiz-imported" role="status">
          {t('miniApps.quiz.manage.imported', { count: imported.taken })}{' '}
          {imported.ignored > 0 && t('miniApps.quiz.manage.ignored', { count: imported.ignored })}
        </p>
      )}
    </>
  );
}

interface ImportProps {
  lines: string;
  onLines(lines: string): void;
  onTake(): void;
}

function Import({ lines, onLines, onTake }: ImportProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="stack mini-apps-quiz-import">
      <AreaField
        id={id}
        label={t('miniApps.quiz.manage.lines')}
        hint={t('miniApps.quiz.manage.linesHint')}
        placeholder={t('miniApps.quiz.manage.linesExample')}
        rows={5}
        dir="auto"
        maxLength={quizLimits.content}
        value={lines}
        onChange={(event) => onLines(event.target.value)}
      />
      <div>
        <Button size="s" disabled={lines.trim() === ''} onClick={onTake}>
          {t('miniApps.quiz.manage.take')}
        </Button>
      </div>
    </div>
  );
}

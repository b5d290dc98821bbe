import { PersonalForms, usePersonalForm } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { type DraftQuestion, type Drafts, draftsOf, isOther, problemOf } from './questionnaire-draft.ts';

interface Begun {
  /** Null as long as no question was touched. */
  questions: Drafts | null;
  lines: string;
}
const nothing: Begun = { questions: null, lines: '' };

const isQuestion = (value: unknown): value is DraftQuestion =>
  isRecord(value) &&
  typeof value.key === 'number' &&
  typeof value.question === 'string' &&
  Array.isArray(value.options) &&
  value.options.length === 2 &&
  value.options.every((option) => typeof option === 'string');

const isDrafts = (value: unknown): value is Drafts =>
  isRecord(value) &&
  typeof value.nextKey === 'number' &&
  Array.isArray(value.questions) &&
  value.questions.every(isQuestion);

/** What was changed and not saved, until it is or is not wanted. */
const begun = new PersonalForms(
  'questionnaire',
  (value): value is Begun =>
    isRecord(value) &&
    (value.questions === null || isDrafts(value.questions)) &&
    typeof value.lines === 'string',
  1,
);
/** There is one questionnaire for everybody. */
const theOne = 'all';

/** The questions as they would be saved, and lines that are not taken over yet; `content` is what is saved now. */
export function useQuestionnaireDraft(userId: string, content: string | undefined) {
  const { form, change, forget } = usePersonalForm(begun, userId, theOne, nothing);
  const { questions: changed, lines } = form;
  const drafts = content === undefined ? null : (changed ?? draftsOf(content));
  const isChanged = changed !== null && content !== undefined && isOther(changed, content);
  return {
    /** Null until it is known what is saved. */
    drafts,
    setDrafts: (questions: Drafts) => change({ questions }),
    lines,
    setLines: (next: string) => change({ lines: next }),
    /** They were saved, or are not wanted any more. */
    forget,
    /** Whether somebody has done anything here, be it undone again. */
    isTouched: changed !== null || lines !== '',
    /** Whether something would be lost, were it not saved. */
    wouldLose: isChanged || lines.trim() !== '',
    canSave:
      drafts !== null &&
      changed !== null &&
      changed.questions.length > 0 &&
      changed.questions.every((one) => problemOf(one) === null),
  };
}

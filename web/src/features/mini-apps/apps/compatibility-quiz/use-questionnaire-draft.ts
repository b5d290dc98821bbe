import { useState } from 'react';
import { type Drafts, draftsOf, isOther, problemOf } from './questionnaire-draft.ts';

/** The questions as they would be saved, and lines that are not taken over yet; `content` is what is saved now. */
export function useQuestionnaireDraft(content: string | undefined) {
  const [changed, setChanged] = useState<Drafts | null>(null);
  const [lines, setLines] = useState('');
  const drafts = changed ?? (content === undefined ? null : draftsOf(content));
  const isChanged = changed !== null && content !== undefined && isOther(changed, content);
  return {
    /** Null until it is known what is saved. */
    drafts,
    setDrafts: setChanged,
    lines,
    setLines,
    /** Whether somebody has done anything here, be it undone again. */
    isTouched: changed !== null || lines !== '',
    /** Whether something would be lost, were it not saved. */
    wouldLose: isChanged || lines.trim() !== '',
    canSave:
      changed !== null &&
      changed.questions.length > 0 &&
      changed.questions.every((one) => problemOf(one) === null),
  };
}

import type { Post } from '@dazi/contract/posts/posts';
import { useEffect, useState } from 'react';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';

interface Edit {
  content: string;
  gender: Post['gender'];
}

/** What posts are changed to, until they were. */
const edits = new PersonalForms(
  'postEdits',
  (value): value is Edit =>
    isRecord(value) &&
    typeof value.content === 'string' &&
    (value.gender === 'F' || value.gender === 'M' || value.gender === null),
  5,
);

/**
 * What a post is being changed to. Each opening begins with the post as it is, or with what was left of a
 * session that ended meanwhile.
 */
export function useKeptEdit(post: Post, open: boolean) {
  const [content, setContent] = useState(post.content);
  const [gender, setGender] = useState(post.gender);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change by the stream does not take the words away
  useEffect(() => {
    if (!open) return;
    const kept = edits.of(post.userId, post.id);
    setContent(kept?.content ?? post.content);
    setGender(kept?.gender ?? post.gender);
  }, [open]);
  return {
    content,
    gender,
    isChanged: content !== post.content || gender !== post.gender,
    change(changes: Partial<Edit>) {
      const next = { content, gender, ...changes };
      setContent(next.content);
      setGender(next.gender);
      edits.keep(post.userId, post.id, next);
    },
    forget: () => edits.keep(post.userId, post.id, null),
  };
}

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

/** What differs from a post as it is. */
function differing(edit: Edit, post: Post): Partial<Edit> {
  return {
    ...(edit.content !== post.content && { content: edit.content }),
    ...(edit.gender !== post.gender && { gender: edit.gender }),
  };
}

/**
 * What a post is being changed to. Each opening begins with the post as it is, or with what was left of a
 * session that ended meanwhile. What nobody has touched here follows the post, which may be changed on another device.
 */
export function useKeptEdit(post: Post, open: boolean) {
  const [touched, setTouched] = useState<Partial<Edit>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change by the stream does not take the words away
  useEffect(() => {
    if (!open) return;
    const kept = edits.of(post.userId, post.id);
    setTouched(kept ? differing(kept, post) : {});
  }, [open]);
  const { content = post.content, gender = post.gender } = touched;
  const changes = differing({ content, gender }, post);
  return {
    content,
    gender,
    /** Only what is another one than the post's. */
    changes,
    isChanged: Object.keys(changes).length > 0,
    change(given: Partial<Edit>) {
      setTouched({ ...touched, ...given });
      edits.keep(post.userId, post.id, { content, gender, ...given });
    },
    forget: () => edits.keep(post.userId, post.id, null),
  };
}

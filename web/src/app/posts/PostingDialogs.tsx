import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { useCallback, useState } from 'react';
import { FirstPostCelebration } from '#features/posts/posts/FirstPostCelebration.tsx';
import { PostComposer } from '#features/posts/posts/PostComposer.tsx';

interface PostingDialogsProps {
  user: User;
  isOpen: boolean;
  begunOn: 'map' | 'my-posts';
  onOpenChange(open: boolean): void;
  onChangeDisplay(): void;
  onShow(place: Position): void;
}

/** The composer, and what follows somebody's very first post. */
export function PostingDialogs(props: PostingDialogsProps) {
  const { user, isOpen, begunOn, onOpenChange, onChangeDisplay, onShow } = props;
  const [first, setFirst] = useState<Post | null>(null);
  const close = useCallback(() => setFirst(null), []);
  return (
    <>
      <PostComposer
        user={user}
        open={isOpen}
        begunOn={begunOn}
        onOpenChange={onOpenChange}
        onChangeDisplay={onChangeDisplay}
        onPosted={(post, isFirst) => {
          if (isFirst) setFirst(post);
          onShow(post.location);
        }}
      />
      <FirstPostCelebration
        open={first !== null}
        onClose={close}
        onShow={() => {
          if (first) onShow(first.location);
          close();
        }}
      />
    </>
  );
}

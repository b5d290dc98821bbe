import type { QuizPair } from '@dazi/contract/mini-apps/quiz';
import { Avatar } from '#ui/Avatar.tsx';

interface PairFacesProps {
  pair: Pick<QuizPair, 'user1' | 'user2'>;
  pictures: ReadonlyMap<string, string | null>;
  size: 'xs' | 's' | 'l';
}

export function PairFaces({ pair: { user1, user2 }, pictures, size }: PairFacesProps) {
  return (
    <span className="avatars">
      {[user1, user2].map(({ id, name }) => (
        <Avatar key={id} name={name} url={pictures.get(id) ?? null} size={size} />
      ))}
    </span>
  );
}

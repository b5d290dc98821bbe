import type { Post } from '@dazi/contract/posts/posts';
import type { LightboxItem } from '#features/media/media.api.ts';

/** What a post shows as large as the screen. */
export const picturesOf = ({ media, user, createdAt }: Post): LightboxItem[] =>
  media.map((item) => ({ media: item, author: user.name, avatarUrl: user.avatarUrl, createdAt }));

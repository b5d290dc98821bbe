import { mediaUrl } from '@dazi/contract/media/media.rules';
import type { Post } from '@dazi/contract/posts/posts';
import { isEditable } from '@dazi/contract/posts/posts.rules';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { sql } from 'drizzle-orm';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { itemOf, type MediaFacts } from '#features/media/media.service.ts';
import { media } from '#features/media/media.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { belowVisibleComments } from '#features/posts/comments/comments.service.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { postMedia, posts } from '#features/posts/posts/posts.tables.ts';
import { reactions } from '#features/posts/reactions/reactions.tables.ts';
import type { Removal } from '#platform/area.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { shownWords } from '#platform/folded-links.store.ts';
import type { Actor } from '#platform/http/viewer.ts';

interface PostViewRow {
  id: string;
  userId: string;
  content: string;
  latitude: number;
  longitude: number;
  display: 'exact' | 'approximate';
  gender: 'M' | 'F';
  isActive: boolean;
  removal: Removal | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
  editedAt: string | null;
  media: MediaFacts[];
  commentCount: number;
  reactions: Partial<Record<ReactionType, number>>;
  myReaction: ReactionType | null;
  bookmarked: boolean;
  name: string;
  email: string | null;
  avatarUrl: string | null;
  userGender: 'M' | 'F' | null;
  isConfirmed: boolean;
  age: number | null;
  showAge: boolean | null;
  /** False for a private profile, which gives others name and picture only. */
  isOpen: boolean;
}

/**
 * Posts as one viewer sees them, in the order of the given ids. Whether the viewer may see them was decided
 * when the ids were found; ids that are gone are left out. One query, whatever the number of posts.
 */
export async function postViews(
  db: Db,
  viewer: Actor | null,
  ids: readonly string[],
  now: Date,
): Promise<Post[]> {
  if (ids.length === 0) return [];
  const viewerId = viewer?.id ?? null;
  const rows = await rowsOf<PostViewRow>(
    db,
    sql`SELECT p.id, p.user_id AS "userId", ${shownWords(sql`p.content`, sql`p.links_fold`)} AS content, p.latitude, p.longitude, p.display, p.gender,
      p.is_active AS "isActive", p.removal, p.created_at AS "createdAt", p.updated_at AS "updatedAt", p.expires_at AS "expiresAt", p.edited_at AS "editedAt",
      u.name, u.email, u.avatar_url AS "avatarUrl", u.gender AS "userGender", u.confirmed_at IS NOT NULL AS "isConfirmed",
      f.age, (f.privacy->>'showAge')::boolean AS "showAge", f.privacy->>'profileVisibility' IS DISTINCT FROM 'private' AS "isOpen",
      coalesce((SELECT json_agg(json_build_object('id', m.id, 'type', m.type, 'contentType', m.content_type, 'width', m.width, 'height', m.height, 'fold', m.fold) ORDER BY pm.position)
        FROM ${postMedia} pm JOIN ${media} m ON m.id = pm.media_id WHERE pm.post_id = p.id), '[]') AS media,
      (SELECT count(*) FROM ${comments} c WHERE c.post_id = p.id AND c.is_active AND ${notHidden(viewerId, sql`c.user_id`)}${viewerId === null ? sql`` : sql` AND ${belowVisibleComments(viewerId, sql`c`)}`}) AS "commentCount",
      coalesce((SELECT json_object_agg(counted.type, counted.n) FROM (SELECT r.type, count(*) AS n FROM ${reactions} r
        WHERE r.post_id = p.id AND ${notHidden(viewerId, sql`r.user_id`)} GROUP BY r.type) counted), '{}') AS reactions,
      (SELECT r.type FROM ${reactions} r WHERE r.post_id = p.id AND r.user_id = ${viewerId}) AS "myReaction",
      EXISTS (SELECT 1 FROM ${bookmarks} b WHERE b.post_id = p.id AND b.user_id = ${viewerId}) AS bookmarked
    FROM ${posts} p JOIN ${users} u ON u.id = p.user_id LEFT JOIN ${profiles} f ON f.user_id = p.user_id
    WHERE p.id = ${anyOf(ids)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, asPost(row, viewer, now)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function asPost(row: PostViewRow, viewer: Actor | null, now: Date): Post {
  const own = viewer?.id === row.userId;
  const removed = own ? row.removal : null;
  const seesGenders = own || viewer?.isConfirmed === true;
  const seesFacts = own || (seesGenders && row.isConfirmed && row.isOpen);
  const shown = removed ? [] : row.media;
  const items = shown.map(itemOf);
  const urls = shown.map(({ id }) => mediaUrl(id));
  const email = visibleEmail(row.email, row.userId, viewer);
  const reactionCount = Object.values(row.reactions).reduce((sum, count) => sum + count, 0);
  return {
    id: row.id,
    userId: row.userId,
    content: removed ? '' : row.content,
    location: { latitude: row.latitude, longitude: row.longitude, display: row.display },
    gender: seesGenders ? row.gender : null,
    isActive: row.isActive,
    removed,
    imageUrl: urls[0] ?? null,
    imageUrls: urls,
    media: items,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    expiresAt: row.expiresAt,
    editedAt: row.editedAt,
    commentCount: row.commentCount,
    _count: { comments: row.commentCount, reactions: reactionCount },
    reactions: row.reactions,
    myReaction: row.myReaction,
    bookmarked: row.bookmarked,
    user: {
      id: row.userId,
      name: row.name,
      avatarUrl: row.avatarUrl,
      ...(viewer && { email }),
      age: own || (seesFacts && row.showAge) ? row.age : null,
      gender: seesFacts ? row.userGender : null,
    },
    can: {
      remove: own && !removed,
      edit: own && !removed && isEditable(row.createdAt, now.getTime()),
      bookmark: viewer !== null && !own,
    },
  };
}

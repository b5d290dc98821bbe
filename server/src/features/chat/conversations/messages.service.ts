import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import { eraseMedia } from '#features/media/media.service.ts';
import type { MayRead } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as members from './conversations.store.ts';
import * as mediaStore from './message-media.store.ts';
import * as account from './messages-account.store.ts';

/** Of one's own uploads, and of what the conversations show that one is a member of at this moment. */
export const mayReadMessageMedia: MayRead = async (deps, viewer, medium, unfolds) => {
  if (!viewer) return false;
  if (await mediaStore.showsMedium(deps.db, viewer.id, medium.id, unfolds)) return true;
  return medium.ownerId === viewer.id && !(await mediaStore.isAttached(deps.db, medium.id));
};

const batch = 100;

/** Erases what was part of a message that is there no more; uploads that nothing shows go in `media`. */
export async function sweepUnattached(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - uploadLimits.unattached_ms);
  await deps.transact(async (inner) => {
    await eraseMedia(inner, await mediaStore.findUnattached(inner.db, before, batch));
  });
}

/** What has ended is kept as long as a deleted post. */
const endedFor_ms = 29 * 24 * 60 * 60 * 1000;

/** Erases conversations that ended long ago, with all that was said in them. */
export async function eraseEnded(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - endedFor_ms);
  for (const conversationId of await members.findEnded(deps.db, before, batch)) {
    await untilNoneIsLeft((limit) =>
      deps.transact(async (inner) => {
        const gone = await account.deleteMessages(inner.db, conversationId, limit);
        const mediaIds = gone.map(({ mediaId }) => mediaId).filter((mediaId) => mediaId !== null);
        await eraseMedia(inner, mediaIds);
        return gone.length;
      }),
    );
    await members.deleteConversation(deps.db, conversationId);
  }
}

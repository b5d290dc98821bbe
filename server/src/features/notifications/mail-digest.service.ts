import type { Language } from '@dazi/contract/identity/identity.rules';
import { mailLimits, unsubscribePath } from '@dazi/contract/notifications/mail.rules';
import { countUnread as countUnreadMessages } from '#features/chat/conversation-views/conversation-views.service.ts';
import { hashOf } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { countPlansAhead } from '#features/plans/plans.service.ts';
import type { Deps } from '#platform/deps.ts';
import type { MailWords } from '#platform/notices.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as store from './mail.store.ts';
import { digestTexts } from './mail-digest.data.ts';
import { countUnread } from './notifications.service.ts';

export const digestCode = 'digest';

/** Orders the digests that are due; whoever wants none any more, or is out, gets none. */
export async function orderDigests(deps: Deps): Promise<void> {
  await untilNoneIsLeft((limit) =>
    deps.transact(async (inner) => {
      const now = inner.clock();
      const userIds = await store.lockDueDigests(inner.db, now, limit);
      if (userIds.length === 0) return 0;
      await store.putOffDigests(inner.db, userIds, new Date(now.getTime() + mailLimits.digestEvery_ms));
      const digests = userIds.map((userId) => ({ id: inner.ids.next(now), userId }));
      await store.insertDigests(inner.db, digests, now);
      return userIds.length;
    }),
  );
  const before = new Date(deps.clock().getTime() - mailLimits.unsubscribing_ms);
  await store.deleteLinksBefore(deps.db, before);
}

/** What waits for somebody, in numbers; null where nothing does. */
export async function composeDigest(
  deps: Deps,
  userId: string,
  language: Language,
): Promise<MailWords | null> {
  const { messages, messageRequests } = await countUnreadMessages(deps, { id: userId });
  const waiting = {
    notifications: await countUnread(deps, { id: userId, deviceId: '' }),
    messages,
    messageRequests,
    plans: await countPlansAhead(deps, userId),
  };
  const texts = digestTexts[language];
  const names = Object.keys(waiting) as (keyof typeof waiting)[];
  const lines = names.filter((name) => waiting[name] > 0).map((name) => texts.lines[name](waiting[name]));
  if (lines.length === 0) return null;
  return { subject: texts.subject, paragraphs: [lines.join('\n')], link: { label: texts.open, path: '/' } };
}

/** The link that ends digests. Each try has its own: one of which no answer came may have arrived all the same. */
export async function newUnsubscribing(deps: Deps, userId: string, language: Language) {
  const token = deps.ids.secret();
  await store.insertLink(deps.db, { tokenHash: hashOf(token), userId, createdAt: deps.clock() });
  const { why, unsubscribe } = digestTexts[language];
  const address = `${deps.config.publicUrl}${unsubscribePath}?token=${token}&language=${language}`;
  return { text: why, label: unsubscribe, address };
}

const ownerOf = (deps: Deps, token: string) =>
  store.findLinkOwner(deps.db, hashOf(token), new Date(deps.clock().getTime() - mailLimits.unsubscribing_ms));

export const endsDigests = async (deps: Deps, token: string): Promise<boolean> =>
  (await ownerOf(deps, token)) !== undefined;

/** False where the link is none, or too old. A second time it does the same. */
export async function unsubscribe(deps: Deps, token: string): Promise<boolean> {
  return deps.transact(async (inner) => {
    const userId = await ownerOf(inner, token);
    if (userId === undefined) return false;
    await store.saveDigest(inner.db, userId, false, inner.clock());
    tellPerson(inner, userId, { type: 'notification_settings_changed' });
    return true;
  });
}

import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { NotificationCode } from '@dazi/contract/notices';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { notificationText, unsaidText } from '@dazi/contract/notifications/notification-texts';
import type { addPushSubscription as addPushSubscriptionEndpoint } from '@dazi/contract/notifications/notifications';
import {
  defaultNotificationSettings,
  isHushed,
  notificationPath,
} from '@dazi/contract/notifications/notifications.rules';
import { type PushedSessions, tellDevicesChanged } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { PushOutcome, PushSender } from '#platform/push.ts';
import { findSettings } from './notification-settings.store.ts';
import { retries_ms } from './notifications.rules.ts';
import { notificationOf } from './notifications.service.ts';
import * as store from './push.store.ts';

export async function subscribe(
  deps: Deps,
  sender: PushSender,
  { actor, sessionId }: { actor: Actor; sessionId: string },
  { endpoint, keys, language, publicKey }: BodyOf<typeof addPushSubscriptionEndpoint>,
): Promise<void> {
  if (!sender.accepts(endpoint)) throw new AppError('PUSH_ADDRESS_REFUSED');
  if (!sender.acceptsKeys(keys)) throw new AppError('PUSH_KEYS_INVALID');
  await deps.transact(async (inner) => {
    const createdAt = inner.clock();
    const id = inner.ids.next(createdAt);
    const row = { id, userId: actor.id, sessionId, endpoint, ...keys, language, publicKey, createdAt };
    await store.putSubscription(inner.db, row);
    await store.trimSubscriptions(inner.db, actor.id, notificationLimits.pushSubscriptions);
    tellDevicesChanged(inner, actor.id);
  });
}

export async function unsubscribe(deps: Deps, actor: Actor, endpoint: string): Promise<void> {
  await deps.transact(async (inner) => {
    await store.deleteSubscription(inner.db, actor.id, endpoint);
    tellDevicesChanged(inner, actor.id);
  });
}

/** Of somebody's sessions those whose browser is pushed to. */
export const pushedSessions: PushedSessions = (deps, userId) => store.findPushedSessions(deps.db, userId);

/** Sent at once; one that hangs holds up none of the others for longer than its time limit. */
const atOnce = 20;
/** What one node has taken is left to it for this long. */
const taken_ms = 60_000;

/** Pushes what is due to browsers, until nothing is. */
export async function pushDue(deps: Deps, sender: PushSender): Promise<void> {
  for (;;) {
    const now = deps.clock();
    const due = await store.takeDue(deps.db, {
      publicKey: sender.publicKey,
      now,
      until: new Date(now.getTime() + taken_ms),
      limit: atOnce,
    });
    const ids = [...new Set(due.map(({ subscriptionId }) => subscriptionId))];
    const subscriptions = await store.findSubscriptions(deps.db, ids, now);
    await Promise.all(
      subscriptions.map((subscription) => {
        const ofBrowser = due.filter(({ subscriptionId }) => subscriptionId === subscription.id);
        return pushInOrder(deps, sender, subscription, ofBrowser);
      }),
    );
    if (due.length < atOnce) return;
  }
}

/**
 * To one browser in the order in which it happened. When its service is away for one, the others of this round wait with
 * it: nothing overtakes, and a service that never answers is waited for once.
 */
async function pushInOrder(
  deps: Deps,
  sender: PushSender,
  subscription: store.SubscribedDevice,
  deliveries: readonly store.Delivery[],
): Promise<void> {
  let isAway = false;
  for (const delivery of deliveries.toSorted((one, other) => one.eventId - other.eventId)) {
    const outcome: PushOutcome = isAway ? 'later' : await pushOne(deps, sender, subscription, delivery);
    await settle(deps, delivery, outcome);
    if (outcome === 'gone') return;
    isAway = outcome === 'later';
  }
}

/** Whoever is suspended or closed sees nothing but what was decided about them; of a sign-in to their account they hear. */
const toldWhileOut: ReadonlySet<NotificationCode> = new Set([
  'decision_made',
  'appeal_decided',
  'new_device',
]);

/** What was read meanwhile, was removed, came in quiet hours or while its reader is out is not pushed any more. */
async function pushOne(
  deps: Deps,
  sender: PushSender,
  subscription: store.SubscribedDevice,
  { eventId }: store.Delivery,
): Promise<PushOutcome> {
  const { userId, deviceId, language, stands } = subscription;
  const settings = (await findSettings(deps.db, userId)) ?? defaultNotificationSettings;
  const notification = await notificationOf(deps, { id: userId, deviceId }, eventId);
  if (!notification || notification.read) return 'delivered';
  if (!stands && !toldWhileOut.has(notification.code)) return 'delivered';
  if (isHushed(notification, settings.quietHours, deps.clock().getTime())) return 'delivered';
  const { code, params, id, priority } = notification;
  // Where they are is not asked for; their quiet hours say it, if they have some.
  const timeZone = settings.quietHours?.timeZone ?? 'UTC';
  const words = settings.pushPreviews
    ? notificationText(language, code, params, timeZone)
    : unsaidText(language);
  return sender.send(subscription, {
    body: JSON.stringify({
      id,
      title: words.title,
      body: words.message,
      language,
      path: notificationPath(notification),
      stays: priority === 'high',
    }),
    // A topic has at most 32 letters: what is gathered takes the place of what was there.
    topic: id.slice(-32),
    isUrgent: priority === 'high',
  });
}

async function settle(deps: Deps, delivery: store.Delivery, outcome: PushOutcome): Promise<void> {
  const wait_ms = retries_ms[delivery.attempts - 1];
  if (outcome === 'gone') await store.dropSubscription(deps.db, delivery.subscriptionId);
  else if (outcome === 'later' && wait_ms !== undefined) {
    await store.putOff(deps.db, delivery, new Date(deps.clock().getTime() + wait_ms));
  } else {
    if (outcome !== 'delivered') deps.log.warn({ outcome }, 'push given up');
    await store.deleteDelivery(deps.db, delivery);
  }
}

export const waitingPushes = (deps: Deps): Promise<number> => store.countDeliveries(deps.db);

/** Deliveries of browsers whose session is over, or whose key nobody has any more. */
export async function forgetOldPushes(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - notificationLimits.recent_ms);
  await store.deleteDeliveriesBefore(deps.db, before);
}

/** Pushes as soon as there is something, one round at a time. */
export class Pusher {
  readonly #deps: Deps;
  readonly #sender: PushSender;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(deps: Deps, sender: PushSender) {
    this.#deps = deps;
    this.#sender = sender;
  }

  wake(): void {
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#isWanted) this.wake();
    });
  }

  async #run() {
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await pushDue(this.#deps, this.#sender);
      } catch (error) {
        // The job tries again.
        this.#deps.log.error({ err: error }, 'pushing failed');
      }
    }
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#running;
  }
}

import { devicesTopics } from '#features/identity/identity.service.ts';
import type { Deps } from '#platform/deps.ts';
import { newestOfTopics } from '#platform/outbox.store.ts';
import type { Stream } from './stream-registry.service.ts';
import {
  closedTopic,
  conversationTopics,
  hiddenTopics,
  personTopics,
  topicOfCell,
} from './topics.service.ts';

/** All that is told to whoever holds the stream, areas aside. */
export function* topicsOf({ viewerId, conversations }: Stream) {
  if (viewerId === null) return;
  yield personTopics.topic(viewerId);
  yield hiddenTopics.topic(viewerId);
  yield devicesTopics.topic(viewerId);
  yield closedTopic;
  for (const id of conversations) yield conversationTopics.topic(id);
}

/** An area and the version in which its listener knows it; null before it was ever asked for. */
export interface KnownArea {
  cell: number;
  version: number | null;
}

export async function changedAreas(
  deps: Deps,
  areas: readonly KnownArea[],
  isQuiet: (topics: Iterable<string>) => boolean,
) {
  if (areas.length === 0) return [];
  const cells = areas.map(({ cell }) => topicOfCell(cell));
  // Asked first: events of earlier transactions are all there when they are read, later ones are at or above it.
  const { horizon: version } = await deps.horizon.recent();
  const newest = await newestOfTopics(deps.db, cells);
  return areas.map(({ cell, version: known }) => {
    const topic = topicOfCell(cell);
    const isChanged =
      known === null ? !isQuiet([topic]) : known > version || (newest.get(topic) ?? 0) >= known;
    return { cell, version, changed: isChanged };
  });
}

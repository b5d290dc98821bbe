import { topicKind } from '../bus.ts';

/** Told on this node alone when what other nodes said may have been missed for good. */
export const gapTopics = topicKind<Record<never, never>>('gap');
export const gapTopic = gapTopics.topic('here');

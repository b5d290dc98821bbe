import type { ConversationEvent, Frame } from '@dazi/contract/frames';
import { frameText, speakersOf, withoutWords } from './live-news.rules.ts';
import type { StreamRegistry } from './stream-registry.service.ts';

export class EventFrames {
  readonly #registry: StreamRegistry;

  constructor(registry: StreamRegistry) {
    this.#registry = registry;
  }

  /** Who comes hears from their coming on; who goes hears that and nothing more. */
  tellMembers(event: ConversationEvent): void {
    const { conversationId } = event;
    if (event.type === 'member_join') {
      for (const stream of this.#registry.ofPerson(event.member.userId))
        this.#registry.join(stream, conversationId);
    }
    const listeners = this.#registry.inConversation(conversationId);
    if (listeners.size > 0) {
      // Made into bytes once, however many hear it.
      const frame = Buffer.from(frameText(event));
      const unsaid = withoutWords(event);
      const unsaidFrame = unsaid && Buffer.from(frameText(unsaid));
      const speakers = speakersOf(event);
      for (const stream of listeners) {
        const isHidden = stream.hidden.size > 0 && speakers.some((userId) => stream.hidden.has(userId));
        if (event.type === 'typing' && (stream.viewerId === event.userId || isHidden)) continue;
        this.#registry.send(stream, isHidden && unsaidFrame !== null ? unsaidFrame : frame);
      }
    }
    if (event.type === 'member_leave') {
      for (const stream of this.#registry.ofPerson(event.userId))
        this.#registry.leave(stream, conversationId);
    }
    if (event.type === 'conversation_update' && event.change.kind === 'closed') {
      for (const stream of listeners) this.#registry.leave(stream, conversationId);
    }
  }

  tellPerson(userId: string, frame: Frame): void {
    const text = frameText(frame);
    for (const stream of this.#registry.ofPerson(userId)) {
      // Decided a moment ago, and over in a moment: a block may have come in between.
      if ((frame.type === 'typing' || frame.type === 'presence') && stream.hidden.has(frame.userId)) continue;
      this.#registry.send(stream, text);
    }
  }
}

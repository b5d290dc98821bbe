import { useMemo, useState } from 'react';
import { Lightbox, type LightboxItem } from '#features/media/media.api.ts';
import type { Numbered } from './conversation-log.ts';
import { MessageActions } from './MessageActions.tsx';
import type { BubbleContext } from './MessageBubble.tsx';

interface MessageLightboxProps {
  media: readonly Numbered[];
  index: number | null;
  onIndex(index: number | null): void;
  context: BubbleContext;
}

/** Of pictures that were sent together each can be answered, reacted to and taken back here. */
export function MessageLightbox({ media, index, onIndex, context }: MessageLightboxProps) {
  const items = useMemo((): LightboxItem[] => media.map(lightboxItem), [media]);
  const actions = (at: number) => {
    const message = media[at];
    if (!message) return null;
    const leaving = (action: (message: Numbered) => void) => (chosen: Numbered) => {
      onIndex(null);
      action(chosen);
    };
    const { onReply, onEdit, onDelete, onReport, more, ...staying } = context.handlers;
    return (
      <ViewedActions
        key={message.id}
        message={message}
        isOwn={message.senderId === context.myId}
        may={context.may}
        {...staying}
        onReply={leaving(onReply)}
        onEdit={leaving(onEdit)}
        onDelete={leaving(onDelete)}
        onReport={leaving(onReport)}
        // Before something is lost it is asked where it stands.
        more={(chosen) =>
          more(chosen).map((entry) =>
            entry.danger ? { ...entry, onChoose: leaving(() => entry.onChoose()).bind(null, chosen) } : entry,
          )
        }
      />
    );
  };
  return <Lightbox items={items} index={index} onIndex={onIndex} actions={actions} />;
}

const lightboxItem = ({ media, senderName, senderAvatar, createdAt }: Numbered): LightboxItem => ({
  media: media!,
  author: senderName,
  avatarUrl: senderAvatar,
  createdAt,
});

/** Where one is seen large its button stands beside it, also for a finger. */
function ViewedActions(props: Omit<Parameters<typeof MessageActions>[0], 'menu'>) {
  const [isOpen, setOpen] = useState(false);
  return <MessageActions {...props} menu={{ isOpen, setOpen }} />;
}

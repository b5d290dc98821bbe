import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BeingChecked } from '#features/media/media.api.ts';
import { useNetworkBack } from '#platform/network-back.ts';
import { Icon } from '#ui/Icon.tsx';
import { PlayMark } from '#ui/PlayMark.tsx';
import type { Numbered } from './conversation-log.ts';

/** The longest edges of a picture among messages, and what it gets when nothing is known of it. */
const most = { width: 260, height: 300 };
const unknown = { width: 192, height: 124 };
const least = 64;

/** Whole pixels, known before the picture comes: what stands below must not move. */
export function shownSize(width: number, height: number): { width: number; height: number } {
  if (width <= 0 || height <= 0) return unknown;
  const scale = Math.min(1, most.width / width, most.height / height);
  return {
    width: Math.max(least, Math.round(width * scale)),
    height: Math.max(least, Math.round(height * scale)),
  };
}

interface MessageMediaProps {
  message: Numbered;
  onOpen(message: Numbered): void;
}

/** A picture, or the still of a video; a click shows it as large as the screen. */
export function MessageMedia({ message, onOpen }: MessageMediaProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  useNetworkBack(() => setFailed(false));
  const { media, type, content, senderName } = message;
  const isVideo = type === 'VIDEO';
  const size = media ? shownSize(media.width, media.height) : unknown;
  if (media?.isFolded) {
    return (
      <span className="conversations-media-failed" style={size}>
        <BeingChecked isSmall={size.height < 200} />
      </span>
    );
  }
  if (failed || (!media && isVideo)) {
    return (
      <span className="conversations-media-failed" style={size}>
        <Icon name={isVideo ? 'play' : 'image'} />
        {t(isVideo ? 'conversations.videoFailed' : 'conversations.photoFailed')}
      </span>
    );
  }
  // What moves, and what is small anyway, is shown as it is.
  const isWhole =
    media?.contentType === 'image/gif' ||
    (media !== null && Math.max(media.width, media.height) <= 2 * most.width);
  const address = media ? (isVideo || !isWhole ? media.thumbnailUrl : media.url) : content;
  return (
    <button
      type="button"
      className="conversations-media"
      style={size}
      aria-label={t(isVideo ? 'conversations.video' : 'conversations.photo', { name: senderName })}
      onClick={() => onOpen(message)}
    >
      <img
        src={address}
        alt=""
        width={size.width}
        height={size.height}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(true)}
      />
      {isVideo && <PlayMark />}
    </button>
  );
}

/** Pictures sent together: at most four, the rest as a number. */
const albumMost = 4;

interface AlbumProps {
  messages: readonly Numbered[];
  onOpen(message: Numbered): void;
}

export function Album({ messages, onOpen }: AlbumProps) {
  const { t } = useTranslation();
  const shown = messages.slice(0, albumMost);
  const hidden = messages.length - shown.length;
  return (
    <div className="conversations-album" data-count={shown.length}>
      {shown.map((message, index) => {
        const isLast = hidden > 0 && index === shown.length - 1;
        return (
          <button
            key={message.id}
            type="button"
            className={isLast ? 'more' : undefined}
            data-more={isLast ? `+${hidden}` : undefined}
            aria-label={
              isLast
                ? t('conversations.moreMedia', { count: hidden })
                : message.media?.isFolded
                  ? undefined
                  : t('conversations.photo', { name: message.senderName })
            }
            onClick={() => onOpen(message)}
          >
            <AlbumPicture message={message} />
          </button>
        );
      })}
    </div>
  );
}

function AlbumPicture({ message }: { message: Numbered }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  useNetworkBack(() => setFailed(false));
  if (message.media?.isFolded) return <BeingChecked isSmall />;
  if (failed) return <span className="conversations-media-failed">{t('conversations.photoFailed')}</span>;
  return (
    <img
      src={message.media?.thumbnailUrl ?? message.content}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}

import type { Message } from '@dazi/contract/chat/conversations';
import type { TFunction } from 'i18next';
import { memo, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenKinds } from '#features/posts/reactions/reactions.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { ClosedPart } from './ClosedPart.tsx';
import type { Numbered } from './conversation-log.ts';
import { LinkPreview } from './LinkPreview.tsx';
import {
  AlbumActions,
  type MayDo,
  MessageActions,
  type MessageEntry,
  type MessageHandlers,
  useMessageMenu,
  WaitingActions,
} from './MessageActions.tsx';
import { Album, MessageMedia, shownSize } from './MessageMedia.tsx';
import { MessageText } from './MessageText.tsx';
import { planConversations } from './plan-conversations.ts';
import { quotedText } from './preview.ts';
import { type OwnMessage, shownState } from './replica/own.ts';
import { clockLabel } from './time-label.ts';

export interface BubbleHandlers extends MessageHandlers {
  onOpenMedia(message: Numbered): void;
  onDeleteAll(messages: readonly Numbered[]): void;
  onJump(sequence: number): void;
  /** What can be done with what waits to be sent. */
  waiting(message: OwnMessage): readonly MessageEntry[];
}

export interface BubbleContext {
  myId: string;
  isPrivate: boolean;
  may: MayDo;
  names: readonly string[];
  handlers: BubbleHandlers;
  cards: MessageCards;
}

/** Messages that other parts of the page draw. */
export interface MessageCards {
  /** Also when it is taken back while it is shown: it may be in use. */
  miniApp(message: Numbered): ReactNode;
  result(message: Numbered): ReactNode;
}

interface GroupProps {
  isOwn: boolean;
  isFirst: boolean;
  isLast: boolean;
  sender: { id: string | null; name: string; avatar: string | null };
  isPrivate: boolean;
  createdAt: string;
  isRead: boolean;
  stamp?: ReactNode;
  children: ReactNode;
}

/** One line of what somebody said in one go: the name above the first, picture and time beside the last. */
function Group(props: GroupProps) {
  const { isOwn, isFirst, isLast, sender, isPrivate, createdAt, isRead, stamp, children } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const avatar = <Avatar name={sender.name} url={sender.avatar} size="s" />;
  return (
    <div
      className={classNames(
        'conversations-group',
        isOwn && 'conversations-group-own',
        isFirst && 'conversations-group-first',
        isLast && 'conversations-group-last',
      )}
    >
      {!isOwn && isLast && (
        <span className="conversations-group-avatar">
          {sender.id ? (
            <PersonLink userId={sender.id} decorative>
              {avatar}
            </PersonLink>
          ) : (
            avatar
          )}
        </span>
      )}
      {!isOwn && isFirst && !isPrivate && (
        <span className="conversations-group-who">
          {sender.id ? (
            <PersonLink userId={sender.id} className="ell">
              <UserText>{sender.name}</UserText>
            </PersonLink>
          ) : (
            <UserText>{sender.name || t('conversations.unknownUser')}</UserText>
          )}
        </span>
      )}
      {children}
      {isLast && (
        <span className="conversations-stamp num">
          {stamp ?? (
            <>
              <time dateTime={createdAt}>{clockLabel(createdAt, language)}</time>
              {isOwn && (isRead || isPrivate) && (
                <span
                  className={isRead ? 'conversations-read' : 'conversations-sent'}
                  role="img"
                  aria-label={t(isRead ? 'conversations.read' : 'conversations.sent')}
                >
                  <Icon name={isRead ? 'read' : 'check'} size="s" />
                </span>
              )}
            </>
          )}
        </span>
      )}
    </div>
  );
}

interface MessageBubbleProps {
  message: Numbered;
  isFirst: boolean;
  isLast: boolean;
  isRead: boolean;
  isMarked: boolean;
  context: BubbleContext;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isFirst, isLast, isRead, isMarked, context } = props;
  const { myId, isPrivate, may, handlers } = context;
  const isOwn = message.senderId === myId;
  const isMedia =
    (message.type === 'IMAGE' || message.type === 'VIDEO') && !message.isDeleted && !message.closed;
  const isCard = message.type === 'MINI_APP' && !message.isDeleted && !message.folded;
  const mentionsMe = !isOwn && message.mentions.includes(myId);
  // What was taken back, or is folded, can still be reported.
  const hasMenu = !isOwn || (!message.isDeleted && !message.folded);
  const { menu, press } = useMessageMenu(hasMenu);
  return (
    <Group
      isOwn={isOwn}
      isFirst={isFirst}
      isLast={isLast}
      sender={{ id: message.senderId, name: message.senderName, avatar: message.senderAvatar }}
      isPrivate={isPrivate}
      createdAt={message.createdAt}
      isRead={isRead}
    >
      <div
        className={classNames('conversations-bubble-line', isMarked && 'conversations-bubble-marked')}
        data-sequence={message.sequence}
      >
        <div
          {...(hasMenu && press)}
          className={classNames(
            'conversations-bubble',
            isMedia && 'conversations-bubble-media',
            isCard && 'conversations-bubble-card',
            mentionsMe && 'conversations-bubble-mentioned',
          )}
        >
          <BubbleBody message={message} context={context} />
        </div>
        {hasMenu && <MessageActions menu={menu} message={message} isOwn={isOwn} may={may} {...handlers} />}
      </div>
      <Reactions message={message} context={context} />
    </Group>
  );
});

function BubbleBody({ message, context }: { message: Numbered; context: BubbleContext }) {
  const { t } = useTranslation();
  const { handlers, names, cards } = context;
  const wasThere = useRef(!message.isDeleted);
  const gone = message.isDeleted && (
    <span className="conversations-bubble-gone">
      <Icon name="trash" size="s" />
      {goneText(message, t)}
    </span>
  );
  if (message.folded && !gone)
    return <span className="conversations-bubble-gone">{t('conversations.folded')}</span>;
  if (message.closed && !gone) return <ClosedPart message={message} userId={context.myId} />;
  if (message.type === 'MINI_APP') {
    return (
      <>
        {gone}
        {wasThere.current && cards.miniApp(message)}
      </>
    );
  }
  if (gone) return gone;
  const isMedia = message.type === 'IMAGE' || message.type === 'VIDEO';
  return (
    <>
      {message.replyTo && <Quote quoted={message.replyTo} onJump={handlers.onJump} />}
      {isMedia ? (
        <MessageMedia message={message} onOpen={handlers.onOpenMedia} />
      ) : message.type === 'QUICK' ? (
        planConversations()?.answer(message.content)
      ) : (
        <>
          <MessageText content={message.content} mentions={message.mentions} names={names} />
          <LinkPreview content={message.content} />
        </>
      )}
      {message.editedAt && <span className="conversations-bubble-edited">{t('conversations.edited')}</span>}
    </>
  );
}

/** Who took it away, where it was not its author. */
function goneText({ removedBy }: Numbered, t: TFunction): string {
  if (removedBy === 'expiry') return t('conversations.expired');
  if (removedBy === 'room') return t('conversations.removedByRoom');
  return t(removedBy === 'moderators' ? 'conversations.removedByModerators' : 'conversations.deleted');
}

type Quoted = NonNullable<Message['replyTo']>;

function Quote({ quoted, onJump }: { quoted: Quoted; onJump(sequence: number): void }) {
  const { t } = useTranslation();
  const name = quoted.senderName || t('conversations.unknownUser');
  return (
    <button
      type="button"
      className="conversations-quote"
      aria-label={`${t('conversations.reply.jump', { name })}: ${quotedText(quoted, t)}`}
      onClick={() => onJump(quoted.sequence)}
    >
      <UserText as="b" className="ell">
        {name}
      </UserText>{' '}
      <UserText as="span" className="clamp2">
        {quotedText(quoted, t)}
      </UserText>
    </button>
  );
}

function Reactions({ message, context }: { message: Numbered; context: BubbleContext }) {
  const { t } = useTranslation();
  const kinds = chosenKinds(message.reactions);
  if (kinds.length === 0 || message.isDeleted) return null;
  return (
    <fieldset className="conversations-bubble-reactions" aria-label={t('reactions.title')}>
      {kinds.map(({ type, emoji, label, count }) => (
        <button
          key={type}
          type="button"
          className={classNames('react s', message.myReaction === type && 'on')}
          aria-pressed={message.myReaction === type}
          aria-label={t('reactions.countOf', { kind: t(`reactions.kinds.${label}`), count })}
          disabled={!context.may.react}
          onClick={() => context.handlers.onReact(message, type)}
        >
          <span className="e" aria-hidden="true">
            {emoji}
          </span>
          {count}
        </button>
      ))}
    </fieldset>
  );
}

interface AlbumBubbleProps extends Omit<MessageBubbleProps, 'message'> {
  messages: readonly Numbered[];
}

export const AlbumBubble = memo(function AlbumBubble(props: AlbumBubbleProps) {
  const { messages, isFirst, isLast, isRead, isMarked, context } = props;
  const { onOpenMedia, onDeleteAll } = context.handlers;
  const message = messages.at(-1)!;
  const isOwn = message.senderId === context.myId;
  const { menu, press } = useMessageMenu(true);
  return (
    <Group
      isOwn={isOwn}
      isFirst={isFirst}
      isLast={isLast}
      sender={{ id: message.senderId, name: message.senderName, avatar: message.senderAvatar }}
      isPrivate={context.isPrivate}
      createdAt={message.createdAt}
      isRead={isRead}
    >
      <div
        className={classNames('conversations-bubble-line', isMarked && 'conversations-bubble-marked')}
        data-sequence={message.sequence}
      >
        <div className="conversations-album-press" {...press}>
          <Album messages={messages} onOpen={onOpenMedia} />
        </div>
        <AlbumActions
          menu={menu}
          messages={messages}
          isOwn={isOwn}
          onOpen={onOpenMedia}
          onDeleteAll={onDeleteAll}
        />
      </div>
    </Group>
  );
});

interface OutgoingBubbleProps {
  message: OwnMessage;
  isFirst: boolean;
  isLast: boolean;
  entries: readonly MessageEntry[];
}

/** On its way: at once where it belongs, and plainly so. */
export function OutgoingBubble({ message, isFirst, isLast, entries }: OutgoingBubbleProps) {
  const { t } = useTranslation();
  const hasMenu = entries.length > 0;
  const { menu, press } = useMessageMenu(hasMenu);
  const { preview, type } = message;
  const state = shownState(message);
  const isMedia = type === 'IMAGE' || type === 'VIDEO';
  return (
    <Group
      isOwn
      isFirst={isFirst}
      isLast={isLast}
      sender={{ id: null, name: '', avatar: null }}
      isPrivate
      createdAt={message.createdAt}
      isRead={false}
      stamp={
        <>
          <Icon name="clock" size="s" />
          <span className={state === 'sending' ? 'unseen' : undefined}>{t(`conversations.${state}`)}</span>
        </>
      }
    >
      <div className="conversations-bubble-line" data-outgoing={state}>
        <div
          {...(hasMenu && press)}
          className={classNames(
            'conversations-bubble conversations-bubble-pending',
            isMedia && 'conversations-bubble-media',
          )}
        >
          {message.replyTo && (
            <span className="conversations-quote">
              <UserText as="b" className="ell">
                {message.replyTo.senderName}
              </UserText>
              <UserText as="span" className="clamp2">
                {quotedText(message.replyTo, t)}
              </UserText>
            </span>
          )}
          {isMedia && <OutgoingMedia preview={preview} />}
          {type === 'TEXT' && <MessageText content={message.content} mentions={[]} names={[]} />}
          {type === 'QUICK' && planConversations()?.answer(message.content)}
        </div>
        {hasMenu && <WaitingActions menu={menu} entries={entries} />}
      </div>
    </Group>
  );
}

function OutgoingMedia({ preview }: Pick<OwnMessage, 'preview'>) {
  if (!preview) {
    return (
      <span className="conversations-media-failed conversations-media-outgoing">
        <Icon name="image" />
      </span>
    );
  }
  return (
    <img
      className="conversations-media-outgoing"
      src={preview.url}
      {...shownSize(preview.width, preview.height)}
      alt=""
    />
  );
}

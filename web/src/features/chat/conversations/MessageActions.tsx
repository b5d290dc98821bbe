import { isEditableMessage } from '@dazi/contract/chat/conversations.rules';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reactionKinds } from '#features/posts/reactions/reactions.api.ts';
import { currentTime } from '#platform/time.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { useLongPress } from '#ui/use-long-press.ts';
import type { Numbered } from './conversation-log.ts';

/** The menu of a message: a button opens it, and a finger held on the message. */
export function useMessageMenu(isThere: boolean) {
  const [isOpen, setOpen] = useState(false);
  // What went with an open menu comes back with a closed one.
  if (isOpen && !isThere) setOpen(false);
  const press = useLongPress(() => setOpen(true));
  return { menu: { isOpen, setOpen }, press };
}

export interface MessageHandlers {
  onReact(message: Numbered, type: ReactionType): void;
  onReply(message: Numbered): void;
  onCopy(message: Numbered): void;
  onEdit(message: Numbered): void;
  onDelete(message: Numbered): void;
  onReport(message: Numbered): void;
  /** What else the conversation offers to do with it. */
  more(message: Numbered): readonly MessageEntry[];
}

/** Whether the menu of a message is open; what it stands beside opens it too. */
export interface OpenMenu {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

export interface MayDo {
  react: boolean;
  reply: boolean;
  edit: boolean;
}

interface MessageActionsProps extends MessageHandlers {
  menu: OpenMenu;
  message: Numbered;
  isOwn: boolean;
  /** What is offered besides reading it. */
  may: MayDo;
}

export interface MessageEntry {
  icon: IconName;
  label: string;
  danger?: boolean;
  /** What follows goes on in the field, which has the focus then. */
  goesOn?: boolean;
  onChoose(): void;
}

interface ActionMenuProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  isOwn: boolean;
  entries: readonly MessageEntry[];
  children?: ReactNode;
}

function ActionMenu({ open, onOpenChange, isOwn, entries, children }: ActionMenuProps) {
  const { t } = useTranslation();
  const goesOn = useRef(false);
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      label={t('conversations.actions.menu')}
      side="top"
      align={isOwn ? 'end' : 'start'}
      className="popover conversations-menu"
      onCloseAutoFocus={(event) => {
        if (goesOn.current) event.preventDefault();
        goesOn.current = false;
      }}
      trigger={
        <IconButton
          icon="more"
          size="s"
          iconSize="s"
          tip="none"
          className="conversations-more"
          label={t('conversations.actions.menu')}
        />
      }
    >
      {children}
      <div className="conversations-menu-entries">
        {entries.map((entry) => (
          <button
            key={entry.icon}
            type="button"
            className={entry.danger ? 'mi danger' : 'mi'}
            onClick={() => {
              goesOn.current = entry.goesOn ?? false;
              onOpenChange(false);
              entry.onChoose();
            }}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </button>
        ))}
      </div>
    </Popover>
  );
}

/** What can be done with a message: one button, and behind it the five reactions and the rest. */
export function MessageActions(props: MessageActionsProps) {
  const { message, isOwn, may, onReact, onReply, onCopy, onEdit, onDelete, onReport, more } = props;
  const { isOpen: open, setOpen } = props.menu;
  const { t } = useTranslation();
  // Judged when it opens: the time to edit runs out while the page stands.
  const isEditable = open && isOwn && isEditableMessage(message, currentTime());
  const entry = (
    icon: IconName,
    label: string,
    action: (message: Numbered) => void,
    how: Pick<MessageEntry, 'danger' | 'goesOn'> = {},
  ): MessageEntry => ({ icon, label, onChoose: () => action(message), ...how });
  const report = entry('flag', t('moderation.report'), onReport);
  const isSeen = !message.isDeleted && !message.folded && !message.closed;
  const entries: MessageEntry[] = [
    ...(may.reply ? [entry('reply', t('conversations.actions.reply'), onReply, { goesOn: true })] : []),
    ...(message.type === 'TEXT' || message.type === 'QUICK'
      ? [entry('copy', t('conversations.actions.copy'), onCopy)]
      : []),
    ...(isEditable && may.edit
      ? [entry('pencil', t('conversations.actions.edit'), onEdit, { goesOn: true })]
      : []),
    // Asked for only when it is shown.
    ...(open ? more(message) : []),
    isOwn ? entry('trash', t('conversations.actions.delete'), onDelete, { danger: true }) : report,
  ];
  if (!isSeen) return <ActionMenu open={open} onOpenChange={setOpen} isOwn={isOwn} entries={[report]} />;
  return (
    <ActionMenu open={open} onOpenChange={setOpen} isOwn={isOwn} entries={entries}>
      {may.react && (
        <div className="conversations-menu-reactions">
          {reactionKinds.map(({ type, emoji, label }) => (
            <button
              key={type}
              type="button"
              className={classNames('conversations-menu-reaction', message.myReaction === type && 'on')}
              aria-pressed={message.myReaction === type}
              aria-label={t(`reactions.kinds.${label}`)}
              onClick={() => {
                setOpen(false);
                onReact(message, type);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </ActionMenu>
  );
}

interface WaitingActionsProps {
  menu: OpenMenu;
  entries: readonly MessageEntry[];
}

export const WaitingActions = ({ menu, entries }: WaitingActionsProps) => (
  <ActionMenu open={menu.isOpen} onOpenChange={menu.setOpen} isOwn entries={entries} />
);

interface AlbumActionsProps {
  menu: OpenMenu;
  messages: readonly Numbered[];
  isOwn: boolean;
  /** Each of them has its own actions where it is seen large. */
  onOpen(message: Numbered): void;
  onDeleteAll(messages: readonly Numbered[]): void;
}

/** What can be done with pictures that were sent together: nothing is done to one of them that was not chosen. */
export function AlbumActions({ menu, messages, isOwn, onOpen, onDeleteAll }: AlbumActionsProps) {
  const { t } = useTranslation();
  const count = messages.length;
  const entries: MessageEntry[] = [
    {
      icon: 'image',
      label: t('conversations.actions.choosePhoto'),
      goesOn: true,
      onChoose: () => onOpen(messages[0]!),
    },
    ...(isOwn
      ? [
          {
            icon: 'trash' as const,
            label: t('conversations.actions.deleteAll', { count }),
            danger: true,
            onChoose: () => onDeleteAll(messages),
          },
        ]
      : []),
  ];
  return <ActionMenu open={menu.isOpen} onOpenChange={menu.setOpen} isOwn={isOwn} entries={entries} />;
}

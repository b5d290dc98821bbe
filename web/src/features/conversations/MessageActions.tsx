import { isEditableMessage } from '@dazi/contract/conversations';
import type { ReactionType } from '@dazi/contract/reaction-types';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reactionKinds } from '#features/reactions/reactions.api.ts';
import { currentTime } from '#platform/time.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import type { Numbered } from './conversation-log.ts';

export interface MessageHandlers {
  onReact(message: Numbered, type: ReactionType): void;
  onReply(message: Numbered): void;
  onCopy(message: Numbered): void;
  onEdit(message: Numbered): void;
  onDelete(message: Numbered): void;
  onReport(message: Numbered): void;
}

interface MessageActionsProps extends MessageHandlers {
  message: Numbered;
  isOwn: boolean;
  /** False where one may only read. */
  canSend: boolean;
}

/** What can be done with a message: one button, and behind it the five reactions and the rest. */
export function MessageActions(props: MessageActionsProps) {
  const { message, isOwn, canSend, onReact, onReply, onCopy, onEdit, onDelete, onReport } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  /** What was chosen goes on in the field, which has the focus then. */
  const goesOn = useRef(false);
  const choose = (action: (message: Numbered) => void) => () => {
    goesOn.current = action === onReply || action === onEdit;
    setOpen(false);
    action(message);
  };
  const isText = message.type === 'TEXT';
  // Judged when it opens: the time to edit runs out while the page stands.
  const isEditable = open && isOwn && isEditableMessage(message, currentTime());
  const entries: { icon: IconName; label: string; action(message: Numbered): void; danger?: boolean }[] = [
    ...(canSend
      ? [{ icon: 'reply' as const, label: t('conversations.actions.reply'), action: onReply }]
      : []),
    ...(isText ? [{ icon: 'copy' as const, label: t('conversations.actions.copy'), action: onCopy }] : []),
    ...(isEditable && canSend
      ? [{ icon: 'pencil' as const, label: t('conversations.actions.edit'), action: onEdit }]
      : []),
    ...(isOwn
      ? [{ icon: 'trash' as const, label: t('conversations.actions.delete'), action: onDelete, danger: true }]
      : [{ icon: 'flag' as const, label: t('moderation.report'), action: onReport }]),
  ];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('conversations.actions.menu')}
      side="top"
      align={isOwn ? 'end' : 'start'}
      className="popover message-menu"
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
          className="message-more"
          label={t('conversations.actions.menu')}
        />
      }
    >
      {canSend && (
        <div className="message-reactions">
          {reactionKinds.map(({ type, emoji, label }) => (
            <button
              key={type}
              type="button"
              className={classNames('message-reaction', message.myReaction === type && 'on')}
              aria-pressed={message.myReaction === type}
              aria-label={t(`reactions.kinds.${label}`)}
              onClick={choose((chosen) => onReact(chosen, type))}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      <div className="message-entries">
        {entries.map(({ icon, label, action, danger }) => (
          <button key={icon} type="button" className={danger ? 'mi danger' : 'mi'} onClick={choose(action)}>
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
    </Popover>
  );
}

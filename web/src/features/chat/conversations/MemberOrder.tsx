import type { Member } from '@dazi/contract/chat/conversations';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { untilText } from '#platform/passing-time.ts';
import { currentTime, useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import type { MenuEntry } from '#ui/menu-entry.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import {
  type MuteMinutes,
  type OrderedRoom,
  useMuteMember,
  useSetModerator,
  useTakeOut,
} from './room-order.api.ts';

/** Until when somebody cannot write, while it lasts. */
export function useMutedUntil({ mutedUntil }: Pick<Member, 'mutedUntil'>): string | null {
  const now = useNow();
  return mutedUntil !== null && Date.parse(mutedUntil) > now ? mutedUntil : null;
}

interface MemberOrderProps {
  room: OrderedRoom;
  /** Somebody whom the reader stands over. */
  member: Member;
  /** Only the owner appoints moderators. */
  appoints: boolean;
  /** Whether taking out is offered here, and not beside it. */
  takesOut: boolean;
  onDone?(): void;
}

export function MemberOrder({ room, member, appoints, takesOut, onDone = () => {} }: MemberOrderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const { name } = member.user;
  const { userId: memberId, moderates } = member;
  const [asked, setAsked] = useState<'mute' | 'remove' | null>(null);
  const mark = useSetModerator(room);
  const mute = useMuteMember(room);
  const takeOut = useTakeOut(room);
  const isMuted = useMutedUntil(member) !== null;

  const failed = (error: unknown) => showToast({ type: 'error', message: errorText(error) });
  const toggleMark = () =>
    mark.mutate({ memberId, isModerator: !moderates }, { onSuccess: onDone, onError: failed });
  const unmute = () =>
    mute.mutate({ memberId, minutes: 0, reason: null }, { onSuccess: onDone, onError: failed });
  const remove = async () => {
    try {
      await takeOut.mutateAsync(memberId);
      showToast({ type: 'success', message: t('rooms.manage.participants.removed') });
      onDone();
    } catch (error) {
      failed(error);
    }
    setAsked(null);
  };

  const entries: MenuEntry[] = [
    ...(appoints
      ? [
          {
            kind: 'item' as const,
            key: 'mark',
            icon: 'shield' as const,
            label: t(moderates ? 'rooms.manage.moderators.end' : 'rooms.manage.moderators.make'),
            onSelect: toggleMark,
          },
        ]
      : []),
    ...(isMuted
      ? [
          {
            kind: 'item' as const,
            key: 'unmute',
            icon: 'message' as const,
            label: t('rooms.manage.mute.end'),
            onSelect: unmute,
          },
        ]
      : []),
    {
      kind: 'item',
      key: 'mute',
      icon: 'clock',
      label: t('rooms.manage.mute.action'),
      onSelect: () => setAsked('mute'),
    },
    ...(takesOut
      ? [
          {
            kind: 'item' as const,
            key: 'remove',
            icon: 'sign-out' as const,
            label: t('rooms.manage.participants.remove'),
            danger: true,
            onSelect: () => setAsked('remove'),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={t('conversations.row.menu', { name })}
        trigger={<IconButton icon="more" tip="left" label={t('conversations.row.menu', { name })} />}
        entries={entries}
      />
      <MuteQuestion
        open={asked === 'mute'}
        name={name}
        isBusy={mute.isPending}
        onClose={() => setAsked(null)}
        onMute={async (minutes, reason) => {
          try {
            const { until } = await mute.mutateAsync({ memberId, minutes, reason });
            setAsked(null);
            if (until) {
              const said = untilText(until, currentTime(), language);
              showToast({ type: 'success', message: t('rooms.manage.mute.done', { name, until: said }) });
            }
            onDone();
          } catch (error) {
            failed(error);
          }
        }}
      />
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={t('rooms.manage.participants.removeQuestion', { name })}
        text={t('rooms.manage.participants.removeText')}
        confirmLabel={t('rooms.manage.participants.remove')}
        busy={takeOut.isPending}
        destructive
        onConfirm={remove}
      />
    </>
  );
}

interface MuteQuestionProps {
  open: boolean;
  name: string;
  isBusy: boolean;
  onMute(minutes: MuteMinutes, reason: string | null): Promise<void>;
  onClose(): void;
}

const choices = { 10: 'minutes10', 60: 'hour', 1440: 'day', 10080: 'week' } as const;
type Choice = `${keyof typeof choices}`;

/** For how long, and why: the member reads it. */
function MuteQuestion({ open, name, isBusy, onMute, onClose }: MuteQuestionProps) {
  const { t } = useTranslation();
  const [minutes, setMinutes] = useState<Choice>('10');
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('rooms.manage.mute.question', { name })}
      description={t('rooms.manage.mute.text')}
      width="s"
      className="confirm"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            busy={isBusy}
            onClick={() => void onMute(Number(minutes) as MuteMinutes, reason.trim() || null)}
          >
            {t('rooms.manage.mute.action')}
          </Button>
        </>
      }
    >
      <div className="conversations-mute">
        <Segmented<Choice>
          inForm
          label={t('rooms.manage.mute.question', { name })}
          value={minutes}
          onChange={setMinutes}
          options={Object.entries(choices).map(([value, key]) => ({
            value: value as Choice,
            label: t(`rooms.manage.mute.${key}`),
          }))}
        />
        <AreaField
          label={t('rooms.manage.participants.reason')}
          rows={2}
          dir="auto"
          maxLength={roomLimits.note}
          counter={`${reason.length}/${roomLimits.note}`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** Beside the name of somebody in a list, for those who keep the room in order. */
export function MutedMark({ member }: { member: Member }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const until = useMutedUntil(member);
  if (until === null) return null;
  return (
    <span className="meta">
      {t('rooms.manage.mute.done', { name: member.user.name, until: untilText(until, now, language) })}
    </span>
  );
}

import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { type JoinState, joinState, type RoomPlace } from './join-state.ts';
import { type JoinTarget, useJoin } from './use-join.ts';

/** Where somebody stands with a room, as it is known here. */
export interface Standing {
  /** Undefined while it is not known. */
  status: MembershipStatus | undefined;
  within: boolean | null;
}

interface JoinButtonProps extends Pick<ButtonProps, 'size' | 'block'> {
  user: User | null;
  place: RoomPlace;
  target: JoinTarget;
  standing: Standing;
  invite?: string | null;
  /** The invitation opens nothing. */
  onInviteLost?: (() => void) | undefined;
  /** To the owner, with a request. */
  message?: string;
  /** Given where several stand in one list. */
  name?: string;
}

export function useJoinState(place: RoomPlace, { status, within }: Standing, invite: string | null = null) {
  const session = useSession();
  return joinState({ session: session.status, status, within, invited: invite !== null, place });
}

/** Joins, opens or says why it cannot. */
export function JoinButton(props: JoinButtonProps) {
  const { user, place, target, standing, invite = null, onInviteLost, message, name, ...look } = props;
  const { t } = useTranslation();
  const state = useJoinState(place, standing, invite);
  const { join, open, signIn, busy } = useJoin(user, place, target, invite, onInviteLost);
  const label = t(`rooms.join.button.${state.label}`);
  const act = () => {
    if (state.action === 'sign-in') signIn();
    else if (state.action === 'open') void open();
    else if (state.action === 'join') void join(message);
  };
  return (
    <Button
      {...look}
      kind={state.kind}
      busy={busy || state.label === 'loading'}
      disabled={state.action === null && state.label !== 'loading'}
      onClick={act}
      {...(name !== undefined && { 'aria-label': t('rooms.join.buttonOf', { label, name }) })}
    >
      {label}
    </Button>
  );
}

const statusIcons: Record<NonNullable<JoinState['status']>, IconName> = {
  owner: 'crown',
  member: 'check',
  pending: 'hourglass',
  denied: 'ban',
  signedOut: 'lock',
};

/** The line beside the button; without a standing of one's own, whether one is inside. */
export function JoinStatus({ state, within }: { state: JoinState; within: boolean | null }) {
  const { t } = useTranslation();
  if (state.status) {
    return (
      <span className="rooms-join-status sm t3">
        <Icon name={statusIcons[state.status]} size="s" />
        {t(`rooms.join.status.${state.status}`)}
      </span>
    );
  }
  if (within === null || state.label === 'loading') return null;
  return (
    <span className="rooms-join-status sm t3">
      <Icon name={within ? 'pin' : 'radius'} size="s" />
      {t(within ? 'rooms.insideRadius' : 'rooms.outsideRadius')}
    </span>
  );
}

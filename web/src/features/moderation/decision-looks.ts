import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';
import type { IconName } from '#ui/Icon.tsx';

/** How each action is drawn, and with how much alarm. */
export const actionLooks: Readonly<Record<DecisionAction, { icon: IconName; tone: 'red' | 'yellow' | '' }>> =
  {
    dismiss: { icon: 'check', tone: '' },
    warn: { icon: 'warning', tone: 'yellow' },
    remove: { icon: 'trash', tone: 'yellow' },
    hide_picture: { icon: 'image', tone: 'yellow' },
    hide_name: { icon: 'hidden', tone: 'yellow' },
    hide_bio: { icon: 'document', tone: 'yellow' },
    limit: { icon: 'muted', tone: 'yellow' },
    suspend: { icon: 'hourglass', tone: 'red' },
    close: { icon: 'ban', tone: 'red' },
  };

/** Of those that last: how somebody stands while they do. */
export const standingOfAction: { readonly [Action in DecisionAction]?: 'limited' | 'suspended' | 'closed' } =
  { limit: 'limited', suspend: 'suspended', close: 'closed' };

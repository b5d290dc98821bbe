import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useKeepSignedIn } from '#features/identity/devices.api.ts';
import { useSessionFacts } from '#features/identity/session-facts.ts';
import { Switch } from '#ui/Switch.tsx';

/** Whether one stays signed in on this device; counts at once. */
export function KeepSwitch({ user }: { user: User }) {
  const { t } = useTranslation();
  const { keptUntil } = useSessionFacts();
  const { mutate, isPending, variables } = useKeepSignedIn(user.id);
  return (
    <Switch
      label={t('identity.keep')}
      hint={t('identity.keepHint')}
      checked={isPending ? variables : keptUntil !== null}
      busy={isPending}
      onChange={(keep) => mutate(keep)}
    />
  );
}

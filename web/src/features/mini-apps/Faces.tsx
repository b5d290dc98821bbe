import { miniAppLimits } from '@dazi/contract/mini-apps/mini-app-kit.rules';
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';

/** The first who took part, and how many more there are. */
export function Faces({ miniApp }: { miniApp: MiniApp }) {
  const { t } = useTranslation();
  const { participations, participantCount } = miniApp;
  const faces = participations.slice(0, miniAppLimits.faces);
  if (participantCount === 0 || faces.length === 0) return <span />;
  const more = participantCount - faces.length;
  return (
    <span className="mini-apps-faces">
      <span className="avatars">
        {faces.map(({ userId, user }) => (
          <Avatar key={userId} name={user.name} url={user.avatarUrl} size="xs" />
        ))}
      </span>
      <span className="unseen">{faces.map(({ user }) => user.name).join(', ')}</span>
      {more > 0 && <span className="sm t2 num">{t('miniApps.card.more', { count: more })}</span>}
    </span>
  );
}

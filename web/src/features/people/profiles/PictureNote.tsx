import type { Profile } from '@dazi/contract/people/profiles';
import { useTranslation } from 'react-i18next';

type Faced = Pick<Profile, 'user' | 'isPictureFolded'>;

/** What is shown of somebody's picture: while it is folded a letter, also where a browser still has it. */
export const pictureOf = ({ user, isPictureFolded }: Faced): string | null =>
  isPictureFolded ? null : user.avatarUrl;

/** Why there is a letter in the place of a picture that was reported. */
export function PictureNote({ profile }: { profile: Faced }) {
  const { t } = useTranslation();
  if (!profile.isPictureFolded) return null;
  return (
    <p className="sm t3">
      <span className="pill">{t('moderation.beingChecked')}</span> {t('moderation.beingCheckedText')}
    </p>
  );
}

import type { Profile } from '@dazi/contract/profiles';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AvatarEditor } from '#app/AvatarEditor.tsx';
import { postKeys } from '#features/posts/posts.api.ts';
import { nearbyKey } from '#features/presence/presence.api.ts';
import { ProfileEditor } from '#features/profiles/ProfileEditor.tsx';
import { showToast } from '#ui/toast-store.ts';

/** The edit mode of the own profile. */
export function EditProfile({ profile, onDone }: { profile: Profile; onDone(): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const saved = () => {
    showToast({ type: 'success', message: t('profiles.saved') });
    // Name, age and gender stand beside one's posts, and preferences choose who is near.
    for (const queryKey of [postKeys.all, nearbyKey]) void client.invalidateQueries({ queryKey });
    onDone();
  };
  return (
    <ProfileEditor
      profile={profile}
      avatar={<AvatarEditor profile={profile} />}
      onSaved={saved}
      onCancel={onDone}
    />
  );
}

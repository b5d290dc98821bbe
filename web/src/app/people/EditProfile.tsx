import type { Profile } from '@dazi/contract/people/profiles';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nearbyKey } from '#features/chat/presence/presence.api.ts';
import { ProfileEditor } from '#features/people/profiles/ProfileEditor.tsx';
import { postKeys } from '#features/posts/posts/posts.api.ts';
import { showToast } from '#ui/toast-store.ts';
import { AvatarEditor } from './AvatarEditor.tsx';

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

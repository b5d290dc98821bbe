import type { Profile } from '@dazi/contract/people/profiles';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AvatarCropper } from '#features/people/profiles/AvatarCropper.tsx';
import { acceptedAvatars, avatarProblem } from '#features/people/profiles/avatar-file.ts';
import type { Crop } from '#features/people/profiles/crop.ts';
import { PictureNote, pictureOf } from '#features/people/profiles/PictureNote.tsx';
import { useSaveAvatar } from '#features/people/profiles/profiles.api.ts';
import { postKeys } from '#features/posts/posts/posts.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';
import { avatarPicture } from './avatar-picture.ts';

export function AvatarEditor({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const client = useQueryClient();
  const save = useSaveAvatar(profile.userId);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [processing, setProcessing] = useState(false);
  const failure = save.isError ? failureText(t('profiles.avatar.failed'), save.error) : null;
  const open = () => input.current?.click();

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (!chosen) return;
    save.reset();
    const refused = avatarProblem(chosen);
    setProblem(
      refused && t(`profiles.avatar.${refused.text}`, { n: refused.text === 'tooLarge' ? refused.n : 0 }),
    );
    if (!refused) setFile(chosen);
  };
  const close = () => {
    setFile(null);
    save.reset();
  };
  const store = (dataUrl: string | null) =>
    save.mutateAsync(dataUrl).then(
      () => {
        close();
        showToast({ type: 'success', message: t('profiles.avatar.saved') });
        // The picture stands beside everything one has written.
        return client.invalidateQueries({ queryKey: postKeys.all });
      },
      // Told by the state of the mutation.
      () => {},
    );
  const saveCrop = async (picture: HTMLImageElement, crop: Crop) => {
    setProcessing(true);
    try {
      await store(await avatarPicture(picture, crop));
    } catch {
      fail();
    } finally {
      setProcessing(false);
    }
  };
  const fail = () => {
    setFile(null);
    setProblem(t('profiles.avatar.notProcessed'));
  };

  return (
    <div className="people-avatar-editor">
      <span className="people-avatar-button">
        <Avatar name={profile.displayName} url={pictureOf(profile)} size="xl" />
        <IconButton icon="camera" size="s" iconSize="s" label={t('profiles.avatar.upload')} onClick={open} />
      </span>
      <div className="grow">
        <div className="row wrap">
          <Button size="s" onClick={open}>
            {t('profiles.avatar.upload')}
          </Button>
          {profile.user.avatarUrl && (
            <Button kind="ghost" size="s" busy={save.isPending && !file} onClick={() => void store(null)}>
              {t('profiles.avatar.useLetter')}
            </Button>
          )}
        </div>
        <PictureNote profile={profile} />
        <p className="hint">{t('profiles.avatar.hint')}</p>
      </div>
      {(problem ?? (file === null ? failure : null)) && <InlineError text={problem ?? failure ?? ''} />}
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={acceptedAvatars}
        tabIndex={-1}
        aria-label={t('profiles.avatar.upload')}
        onChange={choose}
      />
      <AvatarCropper
        file={file}
        busy={processing || save.isPending}
        error={failure}
        onCancel={close}
        onSave={(picture, crop) => void saveCrop(picture, crop)}
        onBroken={fail}
      />
    </div>
  );
}

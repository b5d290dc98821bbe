import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { acceptedFiles } from './chat-files.ts';

export function AttachButton({ takeFiles }: { takeFiles(files: readonly File[]): void }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="attach"
        tip="above"
        label={t('conversations.composer.attach')}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        className="unseen"
        type="file"
        multiple
        accept={acceptedFiles}
        tabIndex={-1}
        aria-label={t('conversations.composer.attach')}
        onChange={(event) => {
          takeFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

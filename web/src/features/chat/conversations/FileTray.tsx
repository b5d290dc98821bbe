import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#features/media/media.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { useGoneFocus } from '#ui/gone-focus.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { PlayMark } from '#ui/PlayMark.tsx';
import { type QueuedFile, waitsForNetwork } from './file-queue.ts';

interface FileTrayProps {
  files: readonly QueuedFile[];
  isSending: boolean;
  onRemove(file: QueuedFile): void;
  onClear(): void;
  onSend(): void;
}

/** The files that were chosen; nothing while there are none. */
export function FileTray({ files, isSending, onRemove, onClear, onSend }: FileTrayProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const failureText = useFailureText();
  const list = useRef<HTMLUListElement>(null);
  useGoneFocus(
    list,
    files.map(({ id }) => id),
    'button',
  );
  if (files.length === 0) return null;
  const isPreparing = files.some(({ state }) => state === 'preparing');
  const problemOf = ({ failure, file: { name: file } }: QueuedFile) => {
    if (failure?.kind === 'send')
      return t('conversations.files.sendFailed', { file, status: failure.status });
    if (failure?.kind === 'network') return t('conversations.files.waits', { file });
    return failureText(t('conversations.files.uploadFailed', { file }), failure?.error);
  };
  return (
    <section
      className="conversations-files"
      aria-label={t('conversations.files.selected', { n: files.length })}
    >
      <ul className="conversations-files-list" ref={list}>
        {files.map((item) => {
          const { id, file, state, size, progress } = item;
          const isUploading = state === 'uploading';
          return (
            <li key={id} className="conversations-file">
              <span className="conversations-file-preview">
                {item.type === 'video' ? (
                  item.poster && <img src={item.poster} alt="" />
                ) : (
                  <img src={item.url} alt="" />
                )}
                {item.type === 'video' && <PlayMark />}
              </span>
              <div className="conversations-file-words">
                <div className="row between sm">
                  <span className="b ell" dir="auto">
                    {file.name}
                  </span>
                  <span className="t3 num">{sizeText(size, language)}</span>
                </div>
                {state === 'failed' ? (
                  <span className={waitsForNetwork(item) ? 'hint' : 'hint err'} role="alert">
                    {problemOf(item)}
                  </span>
                ) : (
                  <div
                    className="progress"
                    role="progressbar"
                    aria-label={t('conversations.files.progress', { file: file.name })}
                    aria-valuenow={progress}
                  >
                    <i style={{ width: `${progress}%` }} />
                  </div>
                )}
              </div>
              <IconButton
                icon="close"
                size="s"
                iconSize="s"
                tip="none"
                label={t(isUploading ? 'conversations.files.cancel' : 'conversations.files.remove', {
                  file: file.name,
                })}
                onClick={() => onRemove(item)}
              />
            </li>
          );
        })}
      </ul>
      <div className="conversations-file-actions">
        <span className="sm t2 num">{t('conversations.files.selected', { n: files.length })}</span>
        <Button kind="text" size="s" onClick={onClear}>
          {t('conversations.files.clear')}
        </Button>
        <Button kind="primary" size="s" busy={isSending} disabled={isPreparing} onClick={onSend}>
          {isSending
            ? t('conversations.files.sending')
            : files.some(({ state }) => state === 'failed')
              ? t('conversations.files.retry')
              : t('conversations.files.send', { n: files.length })}
        </Button>
      </div>
    </section>
  );
}

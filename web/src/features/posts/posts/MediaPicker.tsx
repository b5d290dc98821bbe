import { mediaLimits } from '@dazi/contract/media/media.rules';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataUrlOf, isVideo, posterOf, recompress, sizeText, typeOf } from '#features/media/media.api.ts';
import { logFailure } from '#platform/failures.ts';
import { localId } from '#platform/local-id.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PlayMark } from '#ui/PlayMark.tsx';
import { acceptedTypes, checkFiles, type FileProblem, type MediaFile } from './media-files.ts';

interface ChosenFiles {
  media: readonly MediaFile[];
  problems: readonly FileProblem[];
  /** How many are being read. */
  reading: number;
  take(files: readonly File[]): Promise<void>;
}

type ChangeMedia = (change: (media: readonly MediaFile[]) => readonly MediaFile[]) => void;

/** Pictures and videos, however they come; each that is refused says why. */
export function useChosenFiles(media: readonly MediaFile[], onChange: ChangeMedia): ChosenFiles {
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const [reading, setReading] = useState(0);
  async function take(files: readonly File[]) {
    const { taken, problems: refused } = checkFiles(files, media.length + reading);
    setProblems(refused);
    setReading((count) => count + taken.length);
    for (const file of taken) {
      try {
        const item = await (isVideo(file) ? readVideo(file) : readPicture(file));
        onChange((before) => [...before, item]);
      } catch (error) {
        logFailure(new Error('Upload failed', { cause: error }));
        setProblems((before) => [...before, { kind: 'failed' }]);
      }
      setReading((count) => count - 1);
    }
  }
  return { media, problems, reading, take };
}

interface MediaPickerProps {
  chosen: ChosenFiles;
  /** Files are held over the form. */
  isOver: boolean;
  onChange: ChangeMedia;
}

/** Chosen pictures and videos with previews; each refused file says why. */
export function MediaPicker({ chosen, isOver, onChange }: MediaPickerProps) {
  const { media, problems, reading, take } = chosen;
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    void take(files);
  };

  const problemText = (problem: FileProblem) => {
    switch (problem.kind) {
      case 'tooLarge':
        return t('posts.files.tooLarge', { file: problem.file, n: problem.megabytes });
      case 'notSupported':
        return t('posts.files.notSupported', { type: problem.type });
      case 'tooMany':
        return t('posts.files.tooMany', { n: problem.count });
      case 'failed':
        return t('posts.files.failed');
    }
  };

  return (
    <section
      className={classNames('posts-media', isOver && 'posts-media-over')}
      aria-label={t('posts.composer.pictures')}
    >
      <div className="row between">
        <span className="label">
          {t('posts.composer.pictures')}{' '}
          <span className="t3 num">
            {t('posts.composer.pictureCount', { count: media.length, most: mediaLimits.files })}
          </span>
        </span>
        <span className="hint">
          {t('posts.composer.pictureHint', { n: mediaLimits.file_megabytes, v: mediaLimits.video_megabytes })}
        </span>
      </div>
      <div className="posts-media-previews">
        {media.map((item) => (
          <span key={item.id} className="posts-media-preview">
            {item.type === 'image' && <img src={item.url} alt={item.file.name} />}
            {item.type === 'video' && item.poster && <img src={item.poster} alt={item.file.name} />}
            {item.type === 'video' && <PlayMark />}
            <span className="posts-media-size num">{sizeText(item.size, i18n.language)}</span>
            <button
              type="button"
              className="posts-media-remove"
              aria-label={t('posts.composer.removePicture', { file: item.file.name })}
              onClick={() => onChange((before) => before.filter(({ id }) => id !== item.id))}
            >
              <Icon name="close" size="s" />
            </button>
          </span>
        ))}
        {Array.from({ length: reading }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <span key={index} className="posts-media-preview sk" role="status" aria-label={t('ui.loading')} />
        ))}
        {media.length + reading < mediaLimits.files && (
          <button type="button" className="posts-media-add" onClick={() => input.current?.click()}>
            <Icon name="image" />
            {t('posts.composer.addPicture')}
          </button>
        )}
      </div>
      <input
        ref={input}
        className="unseen"
        type="file"
        multiple
        accept={acceptedTypes}
        tabIndex={-1}
        aria-label={t('posts.composer.addPicture')}
        onChange={choose}
      />
      {[...new Set(problems.map(problemText))].map((problem) => (
        <p key={problem} className="hint err" role="alert">
          <Icon name="error" size="s" />
          {problem}
        </p>
      ))}
    </section>
  );
}

async function readPicture(file: File): Promise<MediaFile> {
  const blob = await recompress(file);
  return { id: localId(), file, url: await dataUrlOf(blob), type: 'image', size: blob.size, poster: null };
}

/** Sent as it is; the server takes out what it says of places. */
async function readVideo(file: File): Promise<MediaFile> {
  const named = new Blob([file], { type: typeOf(file) });
  const [url, poster] = await Promise.all([dataUrlOf(named), posterOf(named)]);
  return { id: localId(), file, url, type: 'video', size: file.size, poster };
}

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { type Crop, heldCrop, type Size, shownSize, wholePicture, zoomed, zoomLimits } from './crop.ts';
import './profiles-cropper.css';

const keyStep = 0.04;
const keyZoom = 1.15;

interface AvatarCropperProps {
  /** Null is closed. */
  file: File | null;
  busy: boolean;
  error: string | null;
  onCancel(): void;
  onSave(picture: HTMLImageElement, crop: Crop): void;
  /** The file holds no picture that this browser knows. */
  onBroken(): void;
}

/** Places a picture under a round window: by dragging, pinching, wheel, keys and a slider. */
export function AvatarCropper({ file, busy, error, onCancel, onSave, onBroken }: AvatarCropperProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const picture = useRef<HTMLImageElement>(null);
  // What is being saved is saved, whatever closes the window.
  const cancel = () => {
    if (busy) return false;
    onCancel();
    return true;
  };
  useBackCloses('cropper', file !== null, cancel);

  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    setSize(null);
    setCrop(wholePicture);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  return (
    <Dialog
      open={file !== null}
      onOpenChange={(open) => !open && cancel()}
      title={t('profiles.avatar.crop')}
      width="s"
      className="profiles-cropper"
      footer={
        <>
          <Button kind="ghost" disabled={busy} onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={size === null}
            onClick={() => picture.current && onSave(picture.current, crop)}
          >
            {busy ? t('ui.saving') : t('ui.save')}
          </Button>
        </>
      }
    >
      <CropStage size={size} crop={crop} onCrop={setCrop}>
        {url && (
          <img
            ref={picture}
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalWidth > 0) setSize({ width: naturalWidth, height: naturalHeight });
              else onBroken();
            }}
            onError={() => url && onBroken()}
            style={stylesOf(size, crop)}
          />
        )}
      </CropStage>
      <label className="profiles-cropper-zoom">
        <Icon name="minus" size="s" />
        <span className="unseen">{t('profiles.avatar.zoom')}</span>
        <input
          type="range"
          min={zoomLimits.least}
          max={zoomLimits.most}
          step={0.01}
          value={crop.zoom}
          disabled={size === null}
          onChange={(event) => size && setCrop(zoomed(size, crop, Number(event.target.value)))}
        />
        <Icon name="plus" size="s" />
      </label>
      {error && <InlineError text={error} />}
    </Dialog>
  );
}

/** In window widths, so that the window may have any size on the screen. */
function stylesOf(size: Size | null, { zoom, x, y }: Crop) {
  if (!size) return { visibility: 'hidden' } as const;
  const shown = shownSize(size, zoom);
  return {
    width: `${shown.width * 100}%`,
    height: `${shown.height * 100}%`,
    left: `${(0.5 + x - shown.width / 2) * 100}%`,
    top: `${(0.5 + y - shown.height / 2) * 100}%`,
  };
}

interface CropStageProps {
  size: Size | null;
  crop: Crop;
  onCrop(crop: Crop): void;
  children: React.ReactNode;
}

function CropStage({ size, crop, onCrop, children }: CropStageProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const now = useRef({ size, crop, onCrop });
  now.current = { size, crop, onCrop };

  // React listens to the wheel passively; the page behind must not scroll.
  useEffect(() => {
    const element = stage.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { size: picture, crop: before } = now.current;
      if (picture) now.current.onCrop(zoomed(picture, before, before.zoom * 2 ** (-event.deltaY / 400)));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent) => {
    const from = fingers.current.get(event.pointerId);
    const width = stage.current?.clientWidth;
    if (!from || !size || !width) return;
    const to = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, to);
    const span = other ? Math.hypot(from.x - other.x, from.y - other.y) : 0;
    const scale = other && span > 0 ? Math.hypot(to.x - other.x, to.y - other.y) / span : 1;
    const spread = zoomed(size, crop, crop.zoom * scale);
    // Two fingers share the way: each moves the middle between them by half of its own.
    const part = other ? 2 : 1;
    const moved = {
      ...spread,
      x: spread.x + (to.x - from.x) / width / part,
      y: spread.y + (to.y - from.y) / width / part,
    };
    onCrop(heldCrop(size, moved));
  };
  const end = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, Partial<Crop>> = {
      ArrowLeft: { x: crop.x - keyStep },
      ArrowRight: { x: crop.x + keyStep },
      ArrowUp: { y: crop.y - keyStep },
      ArrowDown: { y: crop.y + keyStep },
    };
    const zoom = { '+': keyZoom, '=': keyZoom, '-': 1 / keyZoom }[event.key];
    const step = steps[event.key];
    if (!size || (!step && !zoom)) return;
    event.preventDefault();
    onCrop(zoom ? zoomed(size, crop, crop.zoom * zoom) : heldCrop(size, { ...crop, ...step }));
  };

  return (
    <div
      ref={stage}
      className="profiles-cropper-stage"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys that move the picture
      tabIndex={0}
      aria-label={t('profiles.avatar.stage')}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {children}
      <span className="profiles-cropper-window" aria-hidden="true" />
    </div>
  );
}

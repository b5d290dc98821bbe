import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import './posts-celebration.css';

type Phase = 'enter' | 'celebrate' | 'exit';
const celebrateAfter_ms = 300;
const closeAfter_ms = 10_000;
const exit_ms = 190;

interface FirstPostCelebrationProps {
  open: boolean;
  onClose(): void;
  onShow(): void;
}

/** Once in a life: the first post. Enters, celebrates after 0.3 s, leaves by itself after 10 s. */
export function FirstPostCelebration({ open, onClose, onShow }: FirstPostCelebrationProps) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>('enter');

  useEffect(() => {
    if (!open) return;
    setPhase('enter');
    const timers = [
      setTimeout(setPhase, celebrateAfter_ms, 'celebrate'),
      setTimeout(setPhase, closeAfter_ms - exit_ms, 'exit'),
      setTimeout(onClose, closeAfter_ms),
    ];
    return () => timers.forEach(clearTimeout);
  }, [open, onClose]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('posts.celebration.title')}
      hideTitle
      width="s"
      className={classNames(
        'posts-celebration',
        phase === 'celebrate' && 'posts-celebration-begun',
        phase === 'exit' && 'posts-celebration-ended',
      )}
    >
      <div className="posts-celebration-art" aria-hidden="true">
        {Array.from({ length: 18 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: confetti has no identity
          <i key={index} className="posts-celebration-confetti" />
        ))}
        <span className="posts-celebration-mark">
          <Icon name="post" size="l" />
        </span>
      </div>
      <h2>{t('posts.celebration.title')}</h2>
      <p className="content t2">{t('posts.celebration.text')}</p>
      <div className="row posts-celebration-actions">
        <Button kind="primary" size="l" onClick={onShow}>
          {t('posts.celebration.show')}
        </Button>
        <Button kind="ghost" size="l" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
      <div className="progress">
        <i className="posts-celebration-time" />
      </div>
    </Dialog>
  );
}

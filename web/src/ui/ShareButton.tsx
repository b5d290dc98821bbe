import { useTranslation } from 'react-i18next';
import { IconButton, type IconButtonProps } from '#ui/IconButton.tsx';
import { showToast } from '#ui/toast-store.ts';

interface ShareButtonProps extends Omit<IconButtonProps, 'icon' | 'label' | 'onClick'> {
  /** Of this site. */
  path: string;
}

/** Hands an address on by what the device has for that, or copies it. */
export function ShareButton({ path, ...rest }: ShareButtonProps) {
  const { t } = useTranslation();
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        showToast({ type: 'success', message: t('ui.linkCopied') });
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') showToast({ type: 'error', message: t('ui.shareFailed') });
    }
  };
  return <IconButton {...rest} icon="share" label={t('ui.share')} onClick={() => void share()} />;
}

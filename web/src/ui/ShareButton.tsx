import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/clipboard.ts';
import { IconButton, type IconButtonProps } from '#ui/IconButton.tsx';
import { LinkField } from '#ui/LinkField.tsx';
import { Popover } from '#ui/Popover.tsx';
import { showToast } from '#ui/toast-store.ts';

interface ShareButtonProps extends Omit<IconButtonProps, 'icon' | 'label' | 'onClick'> {
  /** Of this site. */
  path: string;
}

/** Hands an address on by what the device has for that, else copies it, else shows it to be copied by hand. */
export function ShareButton({ path, ...rest }: ShareButtonProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const url = new URL(path, window.location.origin).href;
  const share = async () => {
    if (await handOn(url)) return;
    try {
      await copyText(url);
      showToast({ type: 'success', message: t('ui.linkCopied') });
    } catch {
      setShown(true);
    }
  };
  return (
    <Popover
      open={isShown}
      onOpenChange={(isWanted) => (isWanted ? void share() : setShown(false))}
      label={t('ui.share')}
      align="end"
      className="popover share-by-hand"
      trigger={<IconButton {...rest} icon="share" label={t('ui.share')} />}
    >
      <LinkField label={t('ui.linkByHand')} link={url} />
    </Popover>
  );
}

/** True when nothing is left to do: whoever closes what the device offers has changed their mind. */
export async function handOn(url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ url });
    return true;
  } catch (error) {
    return (error as Error).name === 'AbortError';
  }
}

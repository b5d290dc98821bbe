import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { setShortcutsOn, useShortcutsOn } from '#platform/shortcuts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import './shortcuts.css';

const keys = [
  ['n', 'post'],
  ['/', 'filter'],
  ['l', 'locate'],
  ['+', 'zoomIn'],
  ['-', 'zoomOut'],
  ['j', 'next'],
  ['k', 'previous'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const;

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  const isOn = useShortcutsOn();
  useBackCloses('shortcuts', open, () => onOpenChange(false));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('map.shortcuts.title')} width="s">
      <dl className="shortcuts" data-off={!isOn || undefined}>
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`map.shortcuts.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts-switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
        />
        {t('map.shortcuts.on')}
      </label>
    </Dialog>
  );
}

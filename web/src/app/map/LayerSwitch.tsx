import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#ui/Popover.tsx';
import { Switch } from '#ui/Switch.tsx';
import { setLayerShown, useHiddenLayers } from './layers.ts';
import type { NamedKind } from './use-kinds.ts';

/** Which kinds of things the map shows; lists go on showing all of them. */
export function LayerSwitch({ kinds }: { kinds: readonly Pick<NamedKind, 'name' | 'panel'>[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hidden = useHiddenLayers();
  const label = t('map.layers');
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={label}
      side="left"
      className="popover map-page-layers"
      trigger={
        <button type="button" className="control" aria-label={label} title={label}>
          <Layers className="i" aria-hidden="true" />
        </button>
      }
    >
      <h2>{label}</h2>
      {kinds.map(({ name, panel }) => (
        <Switch
          key={name}
          label={name === 'plan' ? t('plans.layer') : panel.label}
          checked={!hidden.includes(name)}
          onChange={(isShown) => setLayerShown(name, isShown)}
        />
      ))}
    </Popover>
  );
}

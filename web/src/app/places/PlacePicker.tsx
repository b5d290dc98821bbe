import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPadding } from '#map/map-types.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

interface PlacePickerProps {
  padding: MapPadding;
  of?: 'room' | 'plan';
  onPick(): void;
  onCancel(): void;
}

/** A pin in the middle of the free map, under which the map is moved; keys move it too. */
export function PlacePicker({ padding, of = 'room', onPick, onCancel }: PlacePickerProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    bar.current?.focus();
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      cancel();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const middle = {
    left: `calc(50% + ${(padding.left - padding.right) / 2}px)`,
    top: `calc(50% + ${(padding.top - padding.bottom) / 2}px)`,
  };
  return (
    <>
      <div
        className={of === 'plan' ? 'map-place-pin map-place-pin-plan' : 'map-place-pin'}
        style={middle}
        aria-hidden="true"
      >
        <Icon name={of === 'plan' ? 'pin' : 'people'} />
      </div>
      <section
        ref={bar}
        className="map-place-bar map-place-choosing"
        data-layer="place-bar"
        tabIndex={-1}
        aria-label={t(of === 'plan' ? 'plans.create.choosePlace' : 'rooms.create.choosePlace')}
        style={{ '--map-place-aside': `${(padding.left - padding.right) / 2}px` } as CSSProperties}
      >
        <p>{t(of === 'plan' ? 'plans.create.movePlace' : 'rooms.create.picking')}</p>
        <div className="row">
          <Button kind="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" onClick={onPick}>
            {t('rooms.create.pickHere')}
          </Button>
        </div>
      </section>
    </>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { useSmallScreen } from '#platform/device.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { RemovableChip } from '#ui/Chips.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import './map-filter.css';

/** Something that is set, as a chip that takes it away. */
export interface SetFilter {
  readonly key: string;
  readonly label: string;
  onRemove(): void;
}

interface MapFilterBarProps {
  /** How many are set. */
  active: number;
  chips: readonly SetFilter[];
  /** The panel was just closed: the focus comes back to its button. */
  refocus: boolean;
  onOpen(): void;
  /** What else stands in the bar, before the filters. */
  children?: ReactNode;
  /** What can be set at one tap, at the end; among it what is set stands out. */
  quick?: ReactNode;
}

/** The folded filters of one kind of thing on the map. */
export function MapFilterBar({ active, chips, refocus, onOpen, children, quick }: MapFilterBarProps) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  return (
    <section className="map-filter-bar" data-over-map aria-label={t('discovery.filters')}>
      {children}
      <button
        type="button"
        className="chip float"
        aria-expanded={false}
        // biome-ignore lint/a11y/noAutofocus: the focus was here before the panel opened
        autoFocus={refocus}
        onClick={onOpen}
      >
        <Icon name="filter" />
        {t('discovery.filters')}
        {active > 0 && <Badge count={active} cap={9} kind="green" />}
        {!isSmall && <Icon name="chevron-down" size="s" />}
      </button>
      {chips.map(({ key, label, onRemove }) => (
        <RemovableChip
          key={key}
          label={label}
          removeLabel={t('discovery.remove', { filter: label })}
          filled={quick !== undefined}
          onRemove={onRemove}
        />
      ))}
      {quick}
    </section>
  );
}

interface MapFilterPanelProps {
  active: number;
  clear: string;
  onClear(): void;
  onClose(): void;
  children: ReactNode;
  foot: ReactNode;
}

/** The filters of one kind in full, in the place of the bar. */
export function MapFilterPanel({ active, clear, onClear, onClose, children, foot }: MapFilterPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Escape belongs to the input method.
    if (event.key !== 'Escape' || isForInputMethod(event.nativeEvent)) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={panel}
      className="panel map-filter-panel"
      data-layer="filter-panel"
      aria-label={t('discovery.filters')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="row map-filter-head">
        <h2 className="grow">
          {t('discovery.filters')} {active > 0 && <Badge count={active} cap={9} kind="green" />}
        </h2>
        <Button kind="text" size="s" onClick={onClear} disabled={active === 0}>
          {clear}
        </Button>
        <IconButton icon="chevron-up" label={t('discovery.fold')} onClick={onClose} />
      </div>
      <div className="stack map-filter-body">{children}</div>
      <div className="row map-filter-foot">{foot}</div>
    </section>
  );
}

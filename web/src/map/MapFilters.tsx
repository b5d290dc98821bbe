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
  onOpen(): void;
  /** What else stands in the bar, before the filters. */
  children?: ReactNode;
  /** What can be set at one tap, at the end; among it what is set stands out. */
  quick?: ReactNode;
}

/** For whose focus is gone with what had it: to what bears these words now, else to the button of the panel. */
function focusInBar(words: string | null | undefined): void {
  if (document.activeElement !== document.body) return;
  const chips = [...document.querySelectorAll<HTMLElement>('.map-filter-bar > .chip')];
  const chip = chips.find(({ textContent }) => textContent === words) ?? chips.find(({ id }) => id);
  chip?.focus();
}

/** The folded filters of one kind of thing on the map. */
export function MapFilterBar({ active, chips, onOpen, children, quick }: MapFilterBarProps) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const gone = pressed.current;
    if (!gone || gone.isConnected) return;
    pressed.current = null;
    // What is set or taken away at one tap stands elsewhere after it, under the same words.
    focusInBar(gone.textContent);
  });
  return (
    <section
      className="map-filter-bar"
      data-over-map
      aria-label={t('discovery.filters')}
      onFocus={(event) => {
        pressed.current = event.target;
      }}
    >
      {children}
      <button type="button" id="map-filters" className="chip float" aria-expanded={false} onClick={onOpen}>
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
  /** The words of the chip that opened it, where that is not its own button. */
  opener?: string | undefined;
  children: ReactNode;
  foot: ReactNode;
}

/** The filters of one kind in full, in the place of the bar. */
export function MapFilterPanel(props: MapFilterPanelProps) {
  const { active, clear, onClear, onClose, opener, children, foot } = props;
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => focusInBar(opener);
  }, [opener]);
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

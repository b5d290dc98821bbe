import { Image, MessageSquare, Users } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, type PointerEvent } from 'react';
import { clusterSize_px, groupCount, type PinGroup, ringOf, shortCount } from '#map/clusters.ts';
import type { MapPin } from '#map/map-types.ts';

export interface PinEvents {
  onClick(pin: MapPin): void;
  onHover(pin: MapPin | null): void;
}

/** A finger hovers over nothing: touch and pen open by a tap only. */
function isHovering(event: PointerEvent): boolean {
  return event.pointerType === 'mouse' && matchMedia('(hover: hover)').matches;
}

function PinGlyph({ pin }: { readonly pin: MapPin }) {
  const Glyph = pin.glyph ?? (pin.kind === 'room' ? Users : pin.hasMedia ? Image : MessageSquare);
  return <Glyph className="i" aria-hidden="true" />;
}

interface PinButtonProps {
  readonly pin: MapPin;
  readonly isSelected: boolean;
  readonly events: PinEvents;
}

export const PinButton = memo(function PinButton({ pin, isSelected, events }: PinButtonProps) {
  const kind = { post: '', room: ' room', plan: pin.isPale ? ' plan off' : ' plan' }[pin.kind];
  return (
    <button
      type="button"
      className={`marker${kind}${isSelected ? ' selected' : ''}`}
      data-pin-id={pin.id}
      aria-label={pin.label}
      aria-pressed={isSelected}
      lang={pin.labelLanguage}
      onClick={() => events.onClick(pin)}
      onPointerEnter={(event) => isHovering(event) && events.onHover(pin)}
      onPointerLeave={(event) => isHovering(event) && events.onHover(null)}
    >
      <PinGlyph pin={pin} />
      {pin.memberCount !== undefined && pin.kind === 'room' && (
        <span className="marker-count">{shortCount(pin.memberCount)}</span>
      )}
      {pin.tag && <span className="marker-tag">{pin.tag}</span>}
    </button>
  );
});

interface ClusterButtonProps {
  readonly group: PinGroup;
  readonly label: string;
  onOpen(group: PinGroup, byKeyboard: boolean): void;
}

const SIZE_CLASSES: Readonly<Record<number, string>> = { 44: 'cluster', 54: 'cluster m', 66: 'cluster l' };

export const ClusterButton = memo(function ClusterButton({ group, label, onOpen }: ClusterButtonProps) {
  const { posts, rooms } = ringOf(group.pins);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const ring = { '--g': percent(posts), '--r': percent(rooms) } as CSSProperties;
  const open = (event: MouseEvent) => onOpen(group, event.detail === 0);
  return (
    <button
      type="button"
      className={SIZE_CLASSES[clusterSize_px(groupCount(group))]}
      style={ring}
      data-group-key={group.key}
      aria-label={label}
      onClick={open}
    >
      <b>{shortCount(groupCount(group))}</b>
    </button>
  );
});

/** One line in the list of pins that share a place. */
export function PinRow({ pin, onClick }: { readonly pin: MapPin; onClick(): void }) {
  return (
    <li>
      <button type="button" className="map-row" onClick={onClick}>
        <span
          className={
            { post: 'map-row-mark', room: 'map-row-mark map-row-room', plan: 'map-row-mark map-row-plan' }[
              pin.kind
            ]
          }
        >
          <PinGlyph pin={pin} />
        </span>
        <span className="map-row-label" dir="auto" lang={pin.labelLanguage}>
          {pin.label}
        </span>
      </button>
    </li>
  );
}

import type { Position } from '@dazi/contract/places/places';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import type { Plan } from '@dazi/contract/plans/plans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { iconOf } from '#features/plans/activity-icons.ts';
import { MapStrip } from '#map/MapStrip.tsx';
import type { CreateMapProvider } from '#map/map-provider.ts';
import type { MapCell } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useShownTheme } from '#platform/theme.ts';

interface Drawn {
  createProvider: CreateMapProvider | null;
}

interface PieceProps extends Drawn {
  activity: ActivityCode;
  place: Position;
  cell: MapCell | null;
  label: string;
}

function Piece({ activity, place, cell, label, createProvider }: PieceProps) {
  const language = useLanguage();
  const theme = useShownTheme();
  const { latitude, longitude } = place;
  if (!createProvider) return null;
  return (
    <MapStrip
      key={`${latitude},${longitude},${cell !== null}`}
      createProvider={createProvider}
      place={{ latitude, longitude }}
      cell={cell}
      glyph={iconOf(activity)}
      language={language}
      theme={theme}
      label={label}
    />
  );
}

/** Where a plan is: its spot for who may know it, else the district around it. */
export function PlanMap({ plan, createProvider }: Drawn & { plan: Plan }) {
  const { t } = useTranslation();
  const { spot, district, activity } = plan;
  const label = spot ? t('plans.place.meet') : t('plans.place.roughly');
  const cell = useMemo(() => (spot ? null : { ...district, label }), [spot, district, label]);
  return <Piece {...{ activity, cell, label, createProvider }} place={spot ?? district} />;
}

interface PlaceMapProps extends Drawn {
  activity: ActivityCode;
  place: Position;
  /** Everybody will see the place itself. */
  isPublic: boolean;
}

/** The place that somebody has chosen, within what others will see of it. */
export function PlaceMap({ activity, place, isPublic, createProvider }: PlaceMapProps) {
  const { t } = useTranslation();
  const others = t('plans.create.othersSee');
  const label = isPublic ? t('plans.place.meet') : `${t('plans.place.meet')}, ${others}`;
  const cell = useMemo(() => {
    const { centre, half } = snap(place);
    return { ...centre, halfLatitude: half.latitude, halfLongitude: half.longitude, label: others };
  }, [place, others]);
  return <Piece {...{ activity, place, label, createProvider }} cell={isPublic ? null : cell} />;
}

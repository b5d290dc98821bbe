import type { Position } from '@dazi/contract/places/places';
import { instantOf } from '@dazi/contract/plans/local-times.rules';
import { partNames } from '@dazi/contract/plans/plan-when';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/Chips.tsx';
import { Note } from '#ui/Note.tsx';
import type { FormPartProps } from './FormPart.tsx';
import { localOfDraft } from './plan-draft.ts';
import { zoneText } from './plan-time.ts';
import { useReader } from './use-reader.ts';

interface PlanFormZoneProps extends Pick<FormPartProps, 'draft' | 'onDraft'> {
  place: Position;
  /** Of the device or, of a plan that is changed, of the plan. */
  usualZone: string;
}

/** The zone of a place, found on the device; its table comes with the first place that is asked for. */
function useZoneOf({ latitude, longitude }: Position): string | null {
  const { data } = useQuery({
    queryKey: ['zone-of', latitude, longitude],
    queryFn: async () => (await import('@photostructure/tz-lookup')).default(latitude, longitude),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? null;
}

/** Asks which time is meant where the clocks of a place show another than those of whoever plans. */
export function PlanFormZone({ draft, onDraft, place, usualZone }: PlanFormZoneProps) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  const zone = useZoneOf(place);
  const isLeft = zone !== null && draft.timeZone !== null && draft.timeZone !== zone;
  useEffect(() => {
    if (isLeft) onDraft({ timeZone: null });
  }, [isLeft, onDraft]);
  if (zone === null) return null;
  const local = localOfDraft(draft, now, usualZone);
  if (instantOf(local, zone) === instantOf(local, usualZone)) return null;
  const time = draft.part ? partNames[language][draft.part] : draft.time;
  return (
    <>
      <Note icon="info">{t('plans.create.zoneQuestion', { zone: zoneText(zone, language), time })}</Note>
      <Chips
        label={t('plans.create.zone')}
        value={draft.timeZone ?? usualZone}
        onChange={(value) => onDraft({ timeZone: value === usualZone ? null : value })}
        options={[
          { value: zone, label: t('plans.create.zoneThere', { time }) },
          { value: usualZone, label: t('plans.when.zone', { zone: zoneText(usualZone, language) }) },
        ]}
      />
    </>
  );
}

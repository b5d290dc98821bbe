import type { Position } from '@dazi/contract/places/places';
import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { whenText } from '#features/plans/plan-time.ts';
import { useCatalogue } from '#features/plans/use-catalogue.ts';
import { useReader } from '#features/plans/use-reader.ts';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import type { MapSurroundings } from '#map/map-kind.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import type { usePlanSelection } from './use-plan-selection.ts';

const PlanPopover = lazyPart('PlanPopover', () => import('#features/plans/PlanPopover.tsx'));

export function usePlanPopover(
  { user, position }: MapSurroundings,
  origin: Position,
  selection: ReturnType<typeof usePlanSelection>,
  plan: Plan | undefined,
): MapPopoverContent | null {
  const { t } = useTranslation();
  const reader = useReader();
  const catalogue = useCatalogue(plan !== undefined);
  if (!plan || !catalogue) return null;
  const isPreview = selection.selectedId === null;
  const close = () => {
    selection.select(null);
    selection.endPreview();
  };
  return {
    pinId: plan.id,
    label: t('plans.byName', {
      activity: catalogue.planName(plan, reader.language),
      when: whenText(plan, reader, t),
    }),
    isPreview,
    content: (
      <PlanPopover
        plan={plan}
        user={user}
        from={position && origin}
        preview={isPreview}
        onOpenPlan={() => selection.open(plan.id)}
        onDismiss={close}
      />
    ),
    onClose: close,
    onHover: (inside) => (inside ? selection.keepPreview() : isPreview && selection.preview(null)),
  };
}

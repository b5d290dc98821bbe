import type { Plan } from '@dazi/contract/plans/plans';
import { countsBelowZoom } from '@dazi/contract/posts/map-counts.rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNearbyOrigin } from '#app/places/use-nearby-origin.ts';
import type { FilterPart } from '#features/plans/PlanFilterBar.tsx';
import { countActiveFilters, noPlanFilters, planFilterQuery } from '#features/plans/plan-filters.ts';
import { ownTimeZone } from '#features/plans/plan-time.ts';
import { usePlan, usePlansInBox } from '#features/plans/plans.api.ts';
import { useLivePlans, useLiveStandings } from '#features/plans/plans.live.ts';
import { useMapCounts } from '#features/posts/posts/map-counts.api.ts';
import type { KindFilters, KindOnMap, LookedAt, MapKind, MapSurroundings } from '#map/map-kind.ts';
import type { MapCell } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useLastShown } from '#platform/skipped-refresh.ts';
import { useNow } from '#platform/time.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { usePlanFilters } from './use-plan-filters.ts';
import { usePlanForm } from './use-plan-form.ts';
import { usePlanPins } from './use-plan-pins.ts';
import { usePlanPopover } from './use-plan-popover.tsx';
import { usePlanSelection } from './use-plan-selection.ts';
import { type Reach, useSoon } from './use-soon.ts';

const PlansPanel = lazyPart('PlansPanel', () => import('./PlansPanel.tsx'));
const PlacePicker = lazyPart('PlacePicker', () => import('#app/places/PlacePicker.tsx'));
const PlanDialogs = lazyPart('PlanDialogs', () => import('./PlanDialogs.tsx'));
const PlanFilterBar = lazyPart('PlanFilterBar', () => import('#features/plans/PlanFilterBar.tsx'));
const PlanFilterPanel = lazyPart('PlanFilterPanel', () => import('#features/plans/PlanFilterPanel.tsx'));

export const plansOnMap: MapKind<OpenedPlan> = {
  name: 'plan',
  useOpened: useOpenedPlan,
  useOnMap: usePlansOnMap,
};

type OpenedPlan = ReturnType<typeof useOpenedPlan>;

function useOpenedPlan({ centre, position }: MapSurroundings) {
  const selection = usePlanSelection();
  const origin = useNearbyOrigin(centre);
  const open = usePlan(selection.openId, { invite: selection.invite, from: position && origin });
  return { place: open.data?.spot ?? open.data?.district, selection, open, origin };
}

function usePlansOnMap(
  around: MapSurroundings,
  { view, cells }: LookedAt,
  { selection, open, origin }: OpenedPlan,
): KindOnMap {
  const { t } = useTranslation();
  const { user, position, isAwaited, previewsRows } = around;
  const [filters, setFilters] = usePlanFilters();
  const minute = Math.floor(useNow() / 60_000) * 60_000;
  const query = useMemo(() => planFilterQuery(filters, minute, ownTimeZone()), [filters, minute]);
  const isFiltered = countActiveFilters(filters) > 0;
  const { list, plans, reach } = useSoon(isAwaited ? null : origin, query, filters.within);
  const summary = useReachText(reach);
  const inBox = useLastShown(usePlansInBox(view?.bounds ?? null, query));
  const isFar = view !== null && view.view.zoom < countsBelowZoom && !isFiltered;
  const counts = useLastShown(useMapCounts(isFar ? view.bounds : null, view?.view.zoom ?? 0, 'plans'));
  useLivePlans(cells);
  useLiveStandings(user?.id ?? null);
  const { selectedId, previewId, openId } = selection;
  const known = useMemo(() => {
    const all = [...(plans ?? []), ...(inBox?.plans ?? []), ...(open.data ? [open.data] : [])];
    return [...new Map(all.map((plan) => [plan.id, plan])).values()];
  }, [plans, inBox, open.data]);
  const form = usePlanForm();
  const [isUsed, setUsed] = useState(false);
  if ((openId !== null || form.isUsed) && !isUsed) setUsed(true);
  const placePlan = () => {
    const middle = around.map.current?.getView();
    if (middle) form.change({ place: { latitude: middle.latitude, longitude: middle.longitude } });
    form.setState('open');
  };
  const shownId = selectedId ?? previewId;
  const inView = openId === null ? known.find(({ id }) => id === shownId) : undefined;
  return {
    pins: usePlanPins(known, isFar ? counts : undefined, [selectedId, previewId, openId]),
    selectedPinId: selectedId,
    popover: usePlanPopover(around, origin, selection, inView),
    isOpen: openId !== null,
    circle: undefined,
    cell: useCell(inView),
    click: (id) => (id === selectedId ? selection.open(id) : selection.select(id)),
    hover: (id, isElsewhere) => (isElsewhere ? selection.endPreview() : selection.preview(id)),
    deselect: () => selection.select(null),
    dismiss: selection.dismiss,
    panel: {
      label: t('plans.tab'),
      count: plans?.length,
      summary,
      make: { text: t('plans.make'), run: () => form.start() },
      content: (
        <PlansPanel
          list={list}
          plans={plans}
          isFiltered={isFiltered}
          isElsewhere={reach.shown === null}
          user={user}
          located={position !== null}
          selectedId={selectedId}
          onOpen={(plan: Plan) => selection.open(plan.id)}
          {...(previewsRows && { onHover: (plan: Plan | null) => selection.preview(plan?.id ?? null) })}
          onMake={form.start}
          onClearFilters={() => setFilters(noPlanFilters)}
        />
      ),
    },
    filters: useFilterParts(filters, setFilters, plans?.length),
    dialogs: isUsed && (
      <PlanDialogs
        user={user}
        located={position !== null}
        map={around.map}
        createProvider={around.createProvider}
        selection={selection}
        open={open}
        form={form}
        onChoosePlace={() => {
          form.setState('placing');
          around.makeRoomForMap();
        }}
        onPublished={(plan) => {
          around.showPlace(plan.spot ?? plan.district);
          selection.select(plan.id);
          around.makeRoomForMap();
        }}
      />
    ),
    question: form.state === 'placing' && (
      <PlacePicker
        of="plan"
        padding={around.padding}
        onPick={placePlan}
        onCancel={() => form.setState('open')}
      />
    ),
  };
}

/** Within which distance the list is, and that it was widened. */
function useReachText({ near, shown }: Reach): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const km = (value: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' })
      .format(value)
      .replace(' ', '\u00a0');
  if (shown === null) return t('plans.list.anywhere', { near: km(near) });
  if (shown === near) return t('plans.list.within', { distance: km(near) });
  return t('plans.list.widened', { near: km(near), far: km(shown) });
}

/** Where the plan that somebody looks at is, roughly; nothing for who knows its spot. */
function useCell(plan: Plan | undefined): MapCell | null {
  const { t } = useTranslation();
  return useMemo(
    () => (plan && !plan.spot ? { ...plan.district, label: t('plans.place.roughly') } : null),
    [plan, t],
  );
}

function useFilterParts(
  filters: ReturnType<typeof usePlanFilters>[0],
  setFilters: ReturnType<typeof usePlanFilters>[1],
  count: number | undefined,
): KindFilters {
  const [open, setOpen] = useState<FilterPart>();
  return {
    isOpen: !!open,
    open: () => setOpen('top'),
    panel: (
      <PlanFilterPanel
        at={open || 'top'}
        filters={filters}
        count={count}
        onChange={setFilters}
        onClose={() => setOpen(undefined)}
      />
    ),
    bar: (beside) => (
      <PlanFilterBar filters={filters} onChange={setFilters} onOpen={setOpen}>
        {beside}
      </PlanFilterBar>
    ),
  };
}

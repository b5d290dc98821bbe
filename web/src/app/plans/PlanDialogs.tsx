import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { useState } from 'react';
import { usePageTitle } from '#app/shell/use-page-title.ts';
import { PlaceFinder } from '#features/places/PlaceFinder.tsx';
import { PlanDetail } from '#features/plans/PlanDetail.tsx';
import { PlanForm } from '#features/plans/PlanForm.tsx';
import { planName } from '#features/plans/plan-words.ts';
import type { usePlan } from '#features/plans/plans.api.ts';
import type { MapSurroundings } from '#map/map-kind.ts';
import type { CreateMapProvider } from '#map/map-provider.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { ChatOfPlan } from './ChatOfPlan.tsx';
import { PlaceMap, PlanMap } from './PlanMap.tsx';
import { reportGonePlan, reportPlan } from './report-plan.tsx';
import type { usePlanForm } from './use-plan-form.ts';
import type { usePlanSelection } from './use-plan-selection.ts';

interface PlanDialogsProps {
  user: User | null;
  located: boolean;
  map: MapSurroundings['map'];
  /** The map of this installation, once it is known. */
  createProvider: CreateMapProvider | null;
  selection: ReturnType<typeof usePlanSelection>;
  open: ReturnType<typeof usePlan>;
  form: ReturnType<typeof usePlanForm>;
  onChoosePlace(): void;
  /** A new one was made. */
  onPublished(plan: Plan): void;
}

export function PlanDialogs(props: PlanDialogsProps) {
  const { user, located, map, createProvider, selection, open, form, onChoosePlace, onPublished } = props;
  const language = useLanguage();
  // What was shown last stays while the dialog closes.
  const [shown, setShown] = useState(open);
  if (selection.openId !== null && open !== shown) setShown(open);
  usePageTitle(selection.openId !== null && open.data ? planName(open.data, language) : null);
  return (
    <>
      <PlanDetail
        // The form that changes it stands in its place.
        isOpen={selection.openId !== null && form.state === 'closed'}
        query={selection.openId === null ? shown : open}
        invite={selection.invite}
        user={user}
        located={located}
        map={(plan) => <PlanMap plan={plan} createProvider={createProvider} />}
        report={reportPlan(user, selection.invite)}
        chat={(conversationId, userId) => <ChatOfPlan key={conversationId} {...{ conversationId, userId }} />}
        whenGone={reportGonePlan(user, selection.openId, selection.invite)}
        onChange={form.edit}
        onClose={selection.close}
      />
      {user && form.isUsed && (
        <PlanForm
          // Each plan has a form of its own.
          key={form.plan?.id ?? 'new'}
          user={user}
          isOpen={form.state === 'open'}
          plan={form.plan}
          draft={form.draft}
          onDraft={form.change}
          map={(place) => (
            <PlaceMap
              place={place}
              isPublic={form.draft.isPublic}
              activity={form.draft.activity ?? 'other'}
              createProvider={createProvider}
            />
          )}
          findPlace={(onFound) => <PlaceFinder map={map} onFound={onFound} />}
          onChoosePlace={onChoosePlace}
          onDone={(plan) => {
            const isNew = form.plan === null;
            form.finish();
            if (isNew) onPublished(plan);
          }}
          onOvertaken={form.edit}
          onDismiss={() => form.setState('closed')}
        />
      )}
    </>
  );
}

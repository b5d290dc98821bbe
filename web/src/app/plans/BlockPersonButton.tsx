import type { ComponentProps } from 'react';
import { BlockButton } from '#features/people/blocks/BlockButton.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const LeaveCommonPlans = lazyPart('LeaveCommonPlans', () => import('#features/plans/LeaveCommonPlans.tsx'));

/** Blocks somebody, with what both are in told before. */
export function BlockPersonButton(props: Omit<ComponentProps<typeof BlockButton>, 'Together'>) {
  return <BlockButton {...props} Together={LeaveCommonPlans} />;
}

import { type ReactNode, useId } from 'react';
import { Icon } from '#ui/Icon.tsx';
import type { PlanDraft, PlanProblems } from './plan-draft.ts';

export interface FormPartProps {
  draft: PlanDraft;
  problems: PlanProblems;
  onDraft(changes: Partial<PlanDraft>): void;
  /** What to say of a problem, once somebody has tried. */
  shown(problem: string | null): string | null;
}

interface StepProps {
  step: number;
  title: string;
  error?: string | null;
  children: ReactNode;
}

export function FormPart({ step, title, error = null, children }: StepProps) {
  const id = useId();
  return (
    <section className="plans-step" aria-labelledby={id} data-step={step} tabIndex={-1}>
      <h3 id={id}>
        <span className="plans-step-number" aria-hidden="true">
          {step}
        </span>
        {title}
      </h3>
      {children}
      <StepError text={error} />
    </section>
  );
}

export function StepError({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <span className="hint err" role="alert">
      <Icon name="error" size="s" />
      {text}
    </span>
  );
}

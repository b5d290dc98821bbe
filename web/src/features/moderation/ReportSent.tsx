import type { User } from '@dazi/contract/identity/identity';
import type { ReportReason, Urgency } from '@dazi/contract/moderation/moderation.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocking } from '#features/people/blocks/blocks.api.ts';
import { inOneLine } from '#platform/i18n/sentences.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { ReportedThing } from './moderation.api.ts';
import { SafeNow } from './SafeNow.tsx';

/** Whoever was pestered wants most of all not to be any more. */
const blocksAtOnce: readonly ReportReason[] = ['harassment', 'flirting'];
const isDangerous: readonly ReportReason[] = ['unsafe_meeting', 'violence'];

type Step = 'block' | 'decline' | 'removeComment';

/** What can be done right now, whatever moderators decide. */
function stepsOf({ person, decline, removeComment }: ReportedThing): Step[] {
  return [
    ...(person ? ['block' as const] : []),
    ...(decline ? ['decline' as const] : []),
    ...(removeComment ? ['removeComment' as const] : []),
  ];
}

export interface Sent {
  reason: ReportReason;
  urgency: Urgency;
}

interface NextSteps {
  steps: readonly Step[];
  chosen: readonly Step[];
  toggle(step: Step): void;
  isBusy: boolean;
  act(): void;
}

/** What may be done right after a report; null while none was sent. */
export function useNextSteps(
  thing: ReportedThing,
  user: User,
  sent: Sent | null,
  onClose: () => void,
): NextSteps {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<readonly Step[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { block } = useBlocking(user.id);
  const isPestered = sent !== null && blocksAtOnce.includes(sent.reason);
  const chosen = picked ?? (thing.person && isPestered ? (['block'] as const) : []);
  const act = useOneAtATime(async () => {
    setBusy(true);
    const failed = () => showToast({ type: 'error', message: t('moderation.nowFailed') });
    // Blocking takes what is shown away, so it comes last.
    if (chosen.includes('removeComment')) await thing.removeComment?.().catch(failed);
    if (chosen.includes('decline')) await thing.decline?.().catch(failed);
    if (chosen.includes('block') && thing.person) await block(thing.person, null);
    onClose();
  });
  return {
    steps: stepsOf(thing),
    chosen,
    toggle: (step) =>
      setPicked(chosen.includes(step) ? chosen.filter((one) => one !== step) : [...chosen, step]),
    isBusy,
    act: () => void act(),
  };
}

/** The report was sent: when it is looked at, and what one may want to do at once. */
export function ReportSent({ thing, sent, next }: { thing: ReportedThing; sent: Sent; next: NextSteps }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { steps, chosen, toggle } = next;
  const words: Readonly<Record<Step, [title: string, text: string | null]>> = {
    block: [t('moderation.nowBlock', { name: thing.person?.name ?? '' }), t('moderation.nowBlockText')],
    decline: [t('moderation.nowDecline'), null],
    removeComment: [t('moderation.nowRemoveComment'), t('moderation.nowRemoveText')],
  };
  return (
    <>
      <div className="moderation-sent-head" role="status">
        <span className="tic ok">
          <Icon name="check" />
        </span>
        {/* Read out as the title of the dialog. */}
        <p className="moderation-sent-thanks" aria-hidden="true">
          {t('moderation.thanks')}
        </p>
        <p className="sm t2">
          {inOneLine(
            [t(`moderation.lookedAt.${sent.urgency}`), ...(steps.length > 0 ? [t('moderation.now')] : [])],
            language,
          )}
        </p>
      </div>
      {isDangerous.includes(sent.reason) && <SafeNow />}
      {steps.map((step) => (
        <label key={step} className="moderation-step">
          <input
            type="checkbox"
            className="moderation-check"
            checked={chosen.includes(step)}
            onChange={() => toggle(step)}
          />
          <span className="grow">
            <span className="b">{words[step][0]}</span>
            {words[step][1] && <span className="sm t3 moderation-step-text">{words[step][1]}</span>}
          </span>
        </label>
      ))}
    </>
  );
}

/** Does what was ticked, or nothing more. */
export function ReportSentActions({ next, onClose }: { next: NextSteps; onClose(): void }) {
  const { t } = useTranslation();
  const { steps, chosen, isBusy, act } = next;
  if (steps.length === 0) {
    return (
      <Button kind="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    );
  }
  return (
    <>
      <Button kind="ghost" disabled={isBusy} onClick={onClose}>
        {t('moderation.nowNot')}
      </Button>
      <Button kind="primary" disabled={chosen.length === 0} busy={isBusy} onClick={act}>
        {t('moderation.nowDo')}
      </Button>
    </>
  );
}

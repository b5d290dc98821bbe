import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { MessageEvent } from '@dazi/contract/chat/conversations';
import { isActivity } from '@dazi/contract/plans/plan-activities';
import { planWhen } from '@dazi/contract/plans/plan-when';
import {
  calledOffReasons,
  type DayPart,
  isQuickAnswer,
  offersQuickAnswers,
  partCodes,
} from '@dazi/contract/plans/plans.rules';
import { quickAnswerWords } from '@dazi/contract/plans/quick-answer-words';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PlanOfConversation,
  takePlanConversations,
} from '#features/chat/conversations/plan-conversations.ts';
import { Gem } from '#features/plans/ActivityGlyph.tsx';
import { PlanOnTop } from '#features/plans/PlanOnTop.tsx';
import { closingDate, nameWhen } from '#features/plans/plan-time.ts';
import { activityText, calledOffText } from '#features/plans/plan-words.ts';
import { QuickAnswerWords } from '#features/plans/QuickAnswerWords.tsx';
import { SafetyButton } from '#features/plans/SafetyButton.tsx';
import { i18n } from '#platform/i18n/i18n.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { type Language, languages } from '#platform/storage.ts';
import { currentTime, useNow } from '#platform/time.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const QuickAnswers = lazyPart('QuickAnswers', () => import('#features/plans/QuickAnswers.tsx'));

const codeOf = (activity: string) => (isActivity(activity) ? activity : 'other');
const partOf = (part: string | null): DayPart | null => partCodes.find((code) => code === part) ?? null;
const languageNow = (): Language => languages.find((one) => one === i18n.resolvedLanguage) ?? 'en';

/** By its activity and start in the reader's language: what is called by a title has that. */
function nameOf(plan: PlanOfConversation, t: TFunction): string {
  if (plan.title) return plan.title;
  const language = languageNow();
  const when = nameWhen({ ...plan, part: partOf(plan.part) }, { language, now: currentTime() });
  return t('plans.chat.name', { activity: activityText(codeOf(plan.activity), language), when });
}

function eventText(event: MessageEvent, isOfPlan: boolean, t: TFunction): string | null {
  switch (event.code) {
    case 'plan_on':
      return t('plans.event.plan_on', { count: event.params.count });
    case 'plan_time_changed': {
      const { local, part } = event.params;
      return t('plans.event.plan_time_changed', {
        when: planWhen(languageNow(), { local, part: partOf(part) }),
      });
    }
    case 'plan_spot_changed':
      return t('plans.event.plan_spot_changed');
    case 'plan_host_changed':
      return t('plans.event.plan_host_changed', { name: event.params.name });
    case 'plan_called_off': {
      const reason = calledOffReasons.find((code) => code === event.params.reason) ?? 'other';
      return t('plans.event.plan_called_off', { reason: calledOffText(reason, t) });
    }
    case 'member_joined':
      return isOfPlan ? t('plans.event.joined', { name: event.params.name }) : null;
    case 'member_left':
      return isOfPlan ? t('plans.event.left', { name: event.params.name }) : null;
    default:
      return null;
  }
}

/**
 * What it is, and until when one may write; of one that was called off that is sooner, and said by nobody. Once it is over
 * the card below says it.
 */
function Kind({ plan, can }: Conversation) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!plan) return null;
  const ends = () => {
    if (!can.send) return t('plans.chat.ended');
    if (plan.state === 'called_off') return t('plans.state.called_off');
    if (plan.state === 'over') return null;
    return t('plans.chat.closes', { date: closingDate(plan.endsAt, language) });
  };
  return [t('plans.chat.kind'), ends()].filter(Boolean).join(' · ');
}

interface AnswersProps {
  plan: PlanOfConversation;
  userId: string;
  say(code: string): void;
}

/** Before and while people meet. */
function QuickAnswersInTime({ plan, userId, say }: AnswersProps) {
  const isCalledOff = plan.state === 'called_off';
  const times = { startsAt: Date.parse(plan.startsAt), endsAt: Date.parse(plan.endsAt), isCalledOff };
  if (!offersQuickAnswers(times, useNow())) return null;
  return (
    <Suspense fallback={null}>
      <QuickAnswers planId={plan.id} userId={userId} say={say} />
    </Suspense>
  );
}

takePlanConversations({
  nameOf,
  eventText,
  hostText: (t) => t('plans.host.word'),
  picture: (plan) => (
    <Gem activity={codeOf(plan.activity)} isOff={plan.state === 'over' || plan.state === 'called_off'} />
  ),
  kind: (conversation) => <Kind {...conversation} />,
  tools: () => <SafetyButton />,
  card: (plan) => <PlanOnTop planId={plan.id} />,
  answerText: (code) => (isQuickAnswer(code) ? quickAnswerWords[languageNow()][code] : code),
  answer: (code) => <QuickAnswerWords code={code} />,
  answers: (conversation, userId, say) =>
    conversation.plan && <QuickAnswersInTime plan={conversation.plan} userId={userId} say={say} />,
});

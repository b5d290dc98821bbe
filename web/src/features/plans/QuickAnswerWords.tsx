import { isQuickAnswer, type QuickAnswer } from '@dazi/contract/plans/plans.rules';
import { quickAnswerWords } from '@dazi/contract/plans/quick-answer-words';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

export const answerIcons: Readonly<Record<QuickAnswer, IconName>> = {
  on_my_way: 'send',
  late_5: 'clock',
  late_10: 'clock',
  late_20: 'clock',
  here: 'check',
  at_spot: 'pin',
  cannot_find: 'search',
  start_without_me: 'play',
  cannot_come: 'ban',
  bring_something: 'plus',
  thanks: 'smile',
  see_you: 'people',
};

export function QuickAnswerWords({ code }: { code: string }) {
  const language = useLanguage();
  if (!isQuickAnswer(code)) return code;
  return (
    <span className="row plans-quick-said">
      <Icon name={answerIcons[code]} size="s" />
      {quickAnswerWords[language][code]}
    </span>
  );
}

import { iceBreakerLimits } from '@dazi/contract/mini-apps/ice-breaker-limits.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { PersonalDrafts } from '#platform/personal-drafts.ts';
import { Button } from '#ui/Button.tsx';
import { AreaField } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Answers } from '../../Answers.tsx';
import type { AppViewProps } from '../../app-kind.ts';
import { CloseApp } from '../../CloseApp.tsx';
import { useParticipate } from '../../mini-apps.api.ts';
import { ParticipationList } from '../../ParticipationList.tsx';
import { useQuestionText } from './ice-question.ts';

/** A card collapses when another one is expanded, and goes when it is scrolled far away. */
const drafts = new PersonalDrafts('iceAnswers', 20);

/** Answering in a line; the others' answers once one has. */
export function IceBreakerView({ miniApp, userId, title }: AppViewProps) {
  const { t } = useTranslation();
  const { can, hasParticipated, isActive, participations, participantCount } = miniApp;
  const question = useQuestionText(miniApp.config);
  const own = participations.find((one) => one.userId === userId)?.data?.answers[0];
  const ownText = typeof own === 'string' ? own : '';
  const [isChanging, setChanging] = useState(false);
  const writes = can.participate && (!hasParticipated || isChanging);
  return (
    <div className="mini-apps-body">
      <UserText as="p" className="mini-apps-ice-question">
        {question}
      </UserText>
      {writes && (
        <AnswerForm
          miniAppId={miniApp.id}
          userId={userId}
          before={ownText}
          isChange={hasParticipated}
          onDone={() => setChanging(false)}
        />
      )}
      {!hasParticipated && isActive && participantCount > 0 && (
        <p className="sm t3">{t('miniApps.ice.hidden')}</p>
      )}
      {(hasParticipated || !isActive) && (
        <ParticipationList miniAppId={miniApp.id}>
          {(list, more) => (
            <>
              <Answers
                label={t('miniApps.ice.answers')}
                answers={list.flatMap(({ userId: id, user, data }) =>
                  typeof data?.answers[0] === 'string'
                    ? [{ id, name: user.name, avatarUrl: user.avatarUrl, text: data.answers[0] }]
                    : [],
                )}
              />
              {more}
            </>
          )}
        </ParticipationList>
      )}
      <div className="mini-apps-foot">
        {hasParticipated && can.participate && !isChanging ? (
          <Button size="s" kind="ghost" onClick={() => setChanging(true)}>
            {t('miniApps.ice.change')}
          </Button>
        ) : (
          <span />
        )}
        {isActive && <CloseApp miniApp={miniApp} title={title} />}
      </div>
    </div>
  );
}

interface AnswerFormProps {
  miniAppId: string;
  userId: string;
  before: string;
  isChange: boolean;
  onDone(): void;
}

function AnswerForm({ miniAppId, userId, before, isChange, onDone }: AnswerFormProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [text, setText] = useState(() => drafts.of(userId, miniAppId) || before);
  const send = useParticipate(miniAppId, userId);
  const answer = text.trim();
  const write = (next: string) => {
    setText(next);
    drafts.keep(userId, miniAppId, next === before ? '' : next);
  };
  const onSuccess = () => {
    drafts.keep(userId, miniAppId, '');
    onDone();
  };
  return (
    <form
      className="mini-apps-body"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer !== '' && !send.isPending) send.mutate({ answers: [answer] }, { onSuccess });
      }}
    >
      <AreaField
        label={t('miniApps.ice.answer')}
        rows={2}
        dir="auto"
        maxLength={iceBreakerLimits.answer}
        counter={`${text.length}/${iceBreakerLimits.answer}`}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {send.isError && <InlineError text={failureText(t('miniApps.ice.failed'), send.error)} />}
      <div className="mini-apps-foot">
        <span />
        <Button size="s" kind="primary" type="submit" disabled={answer === ''} busy={send.isPending}>
          {t(isChange ? 'miniApps.ice.save' : 'miniApps.ice.send')}
        </Button>
      </div>
    </form>
  );
}

import { governanceLimits } from '@dazi/contract/governance/governance.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { Button } from '#ui/Button.tsx';
import { AreaField, Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { useCreateMotion } from './governance.api.ts';

const drafts = new PersonalDrafts('motion', 2);

interface MotionFormProps {
  user: User | null;
  onDone(): void;
}

/** Puts a motion to the board; what is not sent stays in the form. */
export function MotionForm({ user, onDone }: MotionFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const create = useCreateMotion(user?.id ?? '');
  const [title, setTitle] = usePersonalDraft(drafts, user?.id ?? null, 'title');
  const [content, setContent] = usePersonalDraft(drafts, user?.id ?? null, 'content');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = user !== null && title.trim() !== '' && content.trim() !== '';

  const end = () => {
    setTitle('');
    setContent('');
    onDone();
  };
  const submit = useOneAtATime(async () => {
    if (!isReady) return;
    try {
      await create.mutateAsync({ title: title.trim(), content: content.trim() });
      end();
    } catch {
      // Said below the fields.
    }
  });
  return (
    <form
      className="governance-motion stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={t('governance.motionTitle')}
        value={title}
        maxLength={governanceLimits.title}
        dir="auto"
        autoComplete="off"
        disabled={create.isPending}
        ref={field}
        onChange={(event) => setTitle(event.target.value)}
      />
      <AreaField
        label={t('governance.motionContent')}
        value={content}
        maxLength={governanceLimits.content}
        dir="auto"
        rows={4}
        disabled={create.isPending}
        onChange={(event) => setContent(event.target.value)}
      />
      {create.isError && <InlineError text={errorText(create.error)} />}
      <div className="row governance-end">
        <Button kind="ghost" disabled={create.isPending} onClick={end}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" kind="primary" busy={create.isPending} disabled={!isReady}>
          {t('governance.createMotion')}
        </Button>
      </div>
    </form>
  );
}

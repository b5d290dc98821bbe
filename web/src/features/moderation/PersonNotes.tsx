import type { User } from '@dazi/contract/identity/identity';
import { decisionLimits } from '@dazi/contract/moderation/moderation.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { AreaField } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { type ModeratedPerson, useAddNote } from './moderated-people.api.ts';

export function PersonNotes({ known, user }: { known: ModeratedPerson; user: User }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const dates = useDates();
  const [text, setText] = useState('');
  const add = useAddNote(user.id, known.person.id);
  const submit = useOneAtATime(async () => {
    if (text.trim() === '') return;
    try {
      await add.mutateAsync(text.trim());
      setText('');
    } catch {
      // Said below the field.
    }
  });
  return (
    <section className="card moderation-person-card">
      <h2>{t('moderation.person.notes')}</h2>
      {known.notes.map((note) => (
        <div key={note.id} className="moderation-person-note">
          <UserText as="p" className="sm moderation-queue-details">
            {note.text}
          </UserText>
          <p className="xs12">
            {t('moderation.person.noteBy', {
              name: note.by?.name ?? t('moderation.queue.somebody'),
              date: dates.time(note.createdAt),
            })}
          </p>
        </div>
      ))}
      <form
        className="moderation-person-actions"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AreaField
          label={t('moderation.person.addNote')}
          hideLabel
          placeholder={t('moderation.person.notesHint')}
          rows={2}
          dir="auto"
          maxLength={decisionLimits.note}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {add.isError && <InlineError text={failureText(t('moderation.person.noteFailed'), add.error)} />}
        <div className="moderation-queue-between">
          <span className="hint">{t('moderation.person.notesKept')}</span>
          <Button size="s" type="submit" disabled={text.trim() === ''} busy={add.isPending}>
            {t('moderation.person.addNote')}
          </Button>
        </div>
      </form>
    </section>
  );
}

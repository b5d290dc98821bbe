import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';

interface InlineEditProps {
  label: string;
  value: string;
  /** How it is shown; without one the value itself. */
  shown?: ReactNode;
  canEdit: boolean;
  kind: 'line' | 'lines' | 'number';
  /** Below the field, beside an error. */
  counter?(text: string): string;
  /** Why it cannot be saved, or null; an empty text says it without words. */
  problem(text: string): string | null;
  /** Shown as saved at once; false takes the old value back. */
  onSave(text: string): Promise<boolean>;
  /** What was begun before, and how it is kept; empty is nothing. */
  draft?: readonly [string, (text: string) => void];
}

export function InlineEdit(props: InlineEditProps) {
  const { label, value, shown, canEdit, onSave, draft } = props;
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [hoped, setHoped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field is gone: the focus goes back to where it came from.
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    const save = async (wanted: string) => {
      if (busy) return;
      setBusy(true);
      setHoped(wanted);
      setEditing(false);
      if (await onSave(wanted)) draft?.[1]('');
      // Saved it stands in the conversation, refused the old one does.
      setHoped(null);
      setBusy(false);
    };
    const cancel = () => {
      draft?.[1]('');
      setEditing(false);
    };
    return <EditForm {...props} onSave={save} onCancel={cancel} />;
  }
  return (
    <div className="row conversations-edit-row">
      <div className="grow">
        <div className="xs12 t3">{label}</div>
        <div className="conversations-edit-value">
          {hoped === null ? (shown ?? <UserText>{value}</UserText>) : <UserText>{hoped}</UserText>}
        </div>
      </div>
      {canEdit && (
        <Button
          ref={button}
          kind="text"
          size="s"
          aria-label={t('conversations.groupMenu.editOf', { what: label })}
          onClick={() => setEditing(true)}
        >
          {t('conversations.groupMenu.edit')}
        </Button>
      )}
    </div>
  );
}

interface EditFormProps extends Omit<InlineEditProps, 'shown' | 'canEdit' | 'onSave'> {
  onSave(wanted: string): Promise<void>;
  onCancel(): void;
}

/** The field with what is typed, from the value or from what was begun before. */
function EditForm({ label, value, kind, counter, problem, draft, onSave, onCancel }: EditFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(draft?.[0] || value);
  const judged = problem(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (judged === null) void onSave(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, the keys belong to the input method.
    if (isForInputMethod(event.nativeEvent) || event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  const field = {
    id,
    value: text,
    dir: 'auto' as const,
    'aria-invalid': judged ? true : undefined,
    'aria-describedby': `${id}-hint`,
    autoFocus: true,
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value);
      draft?.[1](target.value === value ? '' : target.value);
    },
  };
  return (
    <form className="conversations-edit-form" data-own-escape onSubmit={submit}>
      <div>
        <label className="xs12 t3" htmlFor={id}>
          {label}
        </label>
      </div>
      <div className="conversations-edit-value">
        {kind === 'lines' ? (
          <textarea {...field} rows={3} className={classNames('input area', judged && 'is-err')} />
        ) : (
          <input
            {...field}
            className={classNames('input', judged && 'is-err')}
            inputMode={kind === 'number' ? 'numeric' : 'text'}
          />
        )}
        <div className="row between">
          <span
            id={`${id}-hint`}
            className={judged ? 'hint err' : 'hint'}
            role={judged ? 'alert' : undefined}
          >
            {judged && <Icon name="error" size="s" />}
            {judged}
          </span>
          {counter && <span className="hint num">{counter(text)}</span>}
        </div>
        <div className="row conversations-edit-actions">
          <Button kind="ghost" size="s" onClick={onCancel}>
            {t('conversations.groupMenu.cancel')}
          </Button>
          <Button kind="primary" size="s" type="submit" disabled={judged !== null}>
            {t('conversations.groupMenu.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

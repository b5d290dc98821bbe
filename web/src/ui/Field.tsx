import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';

interface FrameProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  /** Right aligned below the field, as "94/500". */
  counter?: ReactNode;
  /** The label is read out but not shown. */
  hideLabel?: boolean;
}

interface FieldFrameProps extends FrameProps {
  id: string;
  children: ReactNode;
}

/** Label above, hint or error below. */
function FieldFrame({ id, label, hint, error, counter, hideLabel, children }: FieldFrameProps) {
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      {children}
      {(error || hint || counter) && (
        <div className="row between under">
          {error ? (
            <span id={`${id}-hint`} className="hint err" role="alert">
              <Icon name="error" size="s" />
              {error}
            </span>
          ) : (
            <span id={`${id}-hint`} className="hint">
              {hint}
            </span>
          )}
          {counter && <span className="hint num">{counter}</span>}
        </div>
      )}
    </div>
  );
}

type FieldProps = FrameProps & Omit<ComponentProps<'input'>, 'children'>;

export function Field({ label, hint, error, counter, hideLabel, className, ...rest }: FieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  const frame = { id, label, hint, error: error ?? null, counter, hideLabel: hideLabel ?? false };
  return (
    <FieldFrame {...frame}>
      <input
        {...rest}
        id={id}
        className={classNames('input', (error || rest['aria-invalid']) && 'is-err', className)}
        aria-invalid={error ? true : rest['aria-invalid']}
        aria-describedby={error || hint ? `${id}-hint` : rest['aria-describedby']}
      />
    </FieldFrame>
  );
}

type AreaFieldProps = FrameProps & Omit<ComponentProps<'textarea'>, 'children'>;

/** The same with several lines. */
export function AreaField({ label, hint, error, counter, hideLabel, className, ...rest }: AreaFieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  const frame = { id, label, hint, error: error ?? null, counter, hideLabel: hideLabel ?? false };
  return (
    <FieldFrame {...frame}>
      <textarea
        {...rest}
        id={id}
        className={classNames('input area', error && 'is-err', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-hint` : undefined}
      />
    </FieldFrame>
  );
}

import { useId } from 'react';
import { Spinner } from '#ui/Spinner.tsx';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  /** Something is under way: a spinner stands before it and a click does nothing. */
  busy?: boolean;
  onChange(checked: boolean): void;
}

/** On or off, the words before it. */
export function Switch({ label, hint, checked, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <span className="grow">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        )}
      </span>
      {busy && <Spinner />}
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onChange={(event) => {
          if (!busy) onChange(event.target.checked);
        }}
      />
    </div>
  );
}

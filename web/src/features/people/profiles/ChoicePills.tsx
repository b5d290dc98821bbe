import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';

interface ChoicePillsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  chosen: readonly string[];
  onChange(chosen: Value[]): void;
}

export function ChoicePills<Value extends string>({
  label,
  options,
  chosen,
  onChange,
}: ChoicePillsProps<Value>) {
  const toggle = (value: Value) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((other) => (other === value ? !chosen.includes(other) : chosen.includes(other))),
    );
  return (
    <fieldset className="chips" aria-label={label}>
      {options.map(({ value, label: text, icon }) => {
        const isChosen = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            className="chip s"
            aria-pressed={isChosen}
            onClick={() => toggle(value)}
          >
            {isChosen ? <Icon name="check" size="xs" /> : icon}
            {text}
          </button>
        );
      })}
    </fieldset>
  );
}

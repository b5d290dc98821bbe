import { Icon } from '#ui/Icon.tsx';
import type { Option } from '#ui/Segmented.tsx';

interface ChipsProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  /** Null when none of them holds. */
  value: Value | null;
  onChange(value: Value): void;
}

/** More choices than a segmented control can hold, of which one holds. */
export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) {
  return (
    <fieldset className="chips" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip s"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.value === value && <Icon name="check" size="xs" />}
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

interface RemovableChipProps {
  label: string;
  removeLabel: string;
  /** Stands out among others that could be chosen. */
  filled?: boolean;
  onRemove(): void;
}

/** Something that holds over the map until it is taken away. */
export function RemovableChip({ label, removeLabel, filled, onRemove }: RemovableChipProps) {
  return (
    <button
      type="button"
      className={filled ? 'chip float on' : 'chip float'}
      aria-label={removeLabel}
      onClick={onRemove}
    >
      {label}
      <Icon name="close" size="xs" />
    </button>
  );
}

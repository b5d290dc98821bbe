import { useId } from 'react';
import { Select } from '#ui/Select.tsx';

interface SelectFieldProps<Value extends string> {
  label: string;
  /** The label is read out but not shown. */
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

/** One of many, in the device's own list. */
export function SelectField<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'unseen' : undefined}>
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}

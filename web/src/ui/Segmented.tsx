import { useId } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

export interface Option<Value extends string> {
  value: Value;
  label: string;
  icon?: IconName;
  /** Shown after the label. */
  count?: string | undefined;
  /** The language of the label, when it is not the page's. */
  lang?: string;
}

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  /** Null when nothing is chosen yet. */
  value: Value | null;
  onChange(value: Value): void;
  /** Rounded like a field, to stand in a row with some. */
  inForm?: boolean;
}

/** Two to four short choices of which one holds: radio buttons in other clothes. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  inForm = false,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={classNames('seg', inForm && 'in-form')} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'on' : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size="s" />}
          <span className="ell" lang={option.lang}>
            {option.label}
          </span>
          {option.count !== undefined && <span className="t3 num">{option.count}</span>}
        </label>
      ))}
    </div>
  );
}

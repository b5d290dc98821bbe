import { type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountIn, fieldText } from './amount.ts';

interface AmountFieldProps {
  /** As it was typed: `amountIn` says what it means. */
  value: string;
  onChange(value: string): void;
  hint: ReactNode;
  disabled: boolean;
  ref: RefObject<HTMLInputElement | null>;
}

const isPlain = (text: string) => Number.isFinite(Number(text));

/**
 * How many Dazi; what is no amount is not sent, without a word. A field of numbers drops full-width digits and, after
 * the language of the browser, commas, so that 12,50 would become 1250. So while somebody types it is one of text.
 */
export function AmountField({ value, onChange, hint, disabled, ref }: AmountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const type = isTyping || !isPlain(value) ? 'text' : 'number';
  // A field that turns into one of text puts the cursor first.
  useLayoutEffect(() => {
    if (type === 'text' && document.activeElement === ref.current) ref.current?.select();
  }, [type, ref]);
  const onBlur = () => {
    setTyping(false);
    const amountMinor = amountIn(value);
    if (!isPlain(value) && amountMinor !== null) onChange(fieldText(amountMinor));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('wallet.amount')}</label>
      <div className="input wallet-amount">
        <input
          ref={ref}
          id={id}
          type={type}
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="10.00"
          autoComplete="off"
          className="grow wallet-field num"
          aria-describedby={`${id}-hint`}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setTyping(true)}
          onBlur={onBlur}
        />
        <span className="t3" aria-hidden="true">
          {t('wallet.unit')}
        </span>
      </div>
      <span id={`${id}-hint`} className="hint num">
        {hint}
      </span>
    </div>
  );
}

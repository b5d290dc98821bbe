import { type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
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
 * How many Dazi; what is no amount is not sent, without a word: the field alone is marked, once it is left. A field of numbers drops full-width digits and, after
 * the language of the browser, commas, so that 12,50 would become 1250. So while somebody types it is one of text.
 */
export function AmountField({ value, onChange, hint, disabled, ref }: AmountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const [isJudged, setJudged] = useState(false);
  const isNone = isJudged && value !== '' && amountIn(value) === null;
  const type = isTyping || !isPlain(value) ? 'text' : 'number';
  // A field that turns into one of text puts the cursor first.
  useLayoutEffect(() => {
    if (type === 'text' && document.activeElement === ref.current) ref.current?.select();
  }, [type, ref]);
  const onBlur = () => {
    setTyping(false);
    setJudged(true);
    const amountMinor = amountIn(value);
    if (!isPlain(value) && amountMinor !== null) onChange(fieldText(amountMinor));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('wallet.amount')}</label>
      <div className={classNames('input wallet-amount', isNone && 'is-err', disabled && 'is-disabled')}>
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
          aria-invalid={isNone}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            setJudged(false);
            onChange(event.target.value);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') setJudged(true);
          }}
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

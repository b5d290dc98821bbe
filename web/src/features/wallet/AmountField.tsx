import { type ClipboardEvent, type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalSignOf, fieldText, minorFromText, plainDigits } from './amount.ts';

interface AmountFieldProps {
  value: string;
  onChange(value: string): void;
  hint: ReactNode;
  disabled: boolean;
  ref: RefObject<HTMLInputElement | null>;
}

/** A field of numbers takes full-width digits and commas for nothing, so that 12,50 would become 1250. */
function usePlainDigits(ref: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = ref.current!;
    const onBeforeInput = (event: InputEvent) => {
      if (event.inputType !== 'insertText' || !event.data) return;
      const isLocal = event.data === ',' && decimalSignOf(navigator.language) === ',';
      const plain = plainDigits(event.data).replace(',', '.');
      if (plain === event.data || isLocal) return;
      event.preventDefault();
      // The only way to insert at the cursor of such a field.
      if (plain !== '') document.execCommand('insertText', false, plain);
    };
    input.addEventListener('beforeinput', onBeforeInput);
    return () => input.removeEventListener('beforeinput', onBeforeInput);
  }, [ref]);
}

/** How many Dazi; what is no amount is not sent, without a word. */
export function AmountField({ value, onChange, hint, disabled, ref }: AmountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  usePlainDigits(ref);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    const amountMinor = minorFromText(pasted, decimalSignOf(navigator.language));
    if (amountMinor === null) return;
    event.preventDefault();
    onChange(fieldText(amountMinor));
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('wallet.amount')}</label>
      <div className="input wallet-amount">
        <input
          ref={ref}
          id={id}
          type="number"
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
          onPaste={onPaste}
          // Scrolling past must not change what is sent.
          onWheel={(event) => event.currentTarget.blur()}
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

import type { Wallet } from '@dazi/contract/wallet/wallet';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { daziText } from './amount.ts';

/** A dash until the wallet is there. */
export function BalanceCard({ wallet }: { wallet: Wallet | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className="wallet-hero" aria-labelledby="wallet-balance-title">
      <svg className="wallet-rings" viewBox="0 0 200 200" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="16">
          <circle cx="84" cy="100" r="58" />
          <circle cx="128" cy="116" r="58" />
        </g>
      </svg>
      <h2 id="wallet-balance-title">{t('wallet.balance')}</h2>
      <p className="wallet-balance" aria-live="polite" aria-busy={!wallet}>
        <span className="wallet-sum num">{wallet ? daziText(wallet.balanceMinor, language) : '-'}</span>
        <span className="b">{t('wallet.unit')}</span>
      </p>
    </section>
  );
}

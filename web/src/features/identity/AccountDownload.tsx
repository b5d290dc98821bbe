import { useTranslation } from 'react-i18next';
import { cancelDownload, startDownload, useDownload } from '#features/identity/account-download.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';

const megabyte = 1024 * 1024;

export function AccountDownload() {
  const { t } = useTranslation();
  const language = useLanguage();
  const failureText = useFailureText();
  const download = useDownload();
  const start = () =>
    void startDownload(() => showToast({ type: 'success', message: t('account.download.done') }));
  const size = (bytes: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: 1,
      minimumFractionDigits: 1,
    }).format(bytes / megabyte);

  return (
    <div className="identity-account-row">
      <div className="grow">
        <div className="b">{t('account.download.title')}</div>
        <p className="sm t2">{t('account.download.text')}</p>
      </div>
      {download.state === 'running' ? (
        <Button kind="quiet" icon="close" onClick={cancelDownload}>
          {t('account.download.cancel')}
        </Button>
      ) : (
        <Button kind="quiet" icon={download.state === 'done' ? 'check' : 'download'} onClick={start}>
          {t(download.state === 'done' ? 'account.download.again' : 'account.download.start')}
        </Button>
      )}
      {download.state === 'running' && (
        <div className="identity-account-progress">
          <progress
            aria-label={t('account.download.running')}
            // What was expected is a little less than what comes: full is only what has arrived.
            {...(download.received_bytes > 0 && {
              value: Math.min(download.received_bytes, download.expected_bytes * 0.98),
              max: Math.max(1, download.expected_bytes),
            })}
          />
          <span className="sm t3 num" aria-live="off">
            {download.received_bytes > 0
              ? t('account.download.received', { size: size(download.received_bytes) })
              : t('account.download.running')}
          </span>
        </div>
      )}
      {download.state === 'failed' && (
        <InlineError text={failureText(t('account.download.failed'), download.error)} onRetry={start} />
      )}
    </div>
  );
}

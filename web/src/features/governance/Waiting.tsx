import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const rows = ['first', 'second', 'third'];

interface WaitingProps {
  /** Why is for the log alone. */
  isFailed: boolean;
  onRetry(): void;
}

/** Until a list is there, or another attempt at it. */
export function Waiting({ isFailed, onRetry }: WaitingProps) {
  const { t } = useTranslation();
  if (isFailed) {
    return (
      <div className="governance-more">
        <Button icon="refresh" onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div aria-busy="true">
      {rows.map((row) => (
        <div key={row} className="governance-row">
          <Skeleton width="40px" height="40px" round />
          <Skeleton width="60%" height="14px" />
        </div>
      ))}
    </div>
  );
}

import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PartNotLoaded } from '#platform/load-in-time.ts';
import { isNewVersionOut } from '#platform/new-version.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';

function PartFailure({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    let isGone = false;
    isNewVersionOut().then((isOut) => !isGone && setIsOld(isOut));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <div className="part-failure">
      <section className="card" role="alert">
        <p className="b">{t(isOld ? 'ui.part.newVersion' : 'ui.part.failed')}</p>
        <p className="t2">{t(isOld ? 'ui.part.newVersionText' : 'ui.part.failedText')}</p>
        <div className="row">
          {!isOld && (
            <Button kind="primary" icon="refresh" onClick={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          )}
          <Button kind={isOld ? 'primary' : 'ghost'} onClick={() => window.location.reload()}>
            {t('ui.refresh')}
          </Button>
        </div>
      </section>
    </div>
  );
}

interface PartSlotProps {
  children: ReactNode;
  onFailure: (() => void) | undefined;
  onRetry(): void;
}

/** Holds a part whose code is on its way: waits, and says when it does not come. */
export class PartSlot extends Component<PartSlotProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartNotLoaded) this.props.onFailure?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) {
      return (
        <Suspense
          fallback={
            <div className="part-waiting">
              <Spinner />
            </div>
          }
        >
          {this.props.children}
        </Suspense>
      );
    }
    // Only loading is judged here; what fails while it is drawn is for the page's own boundary.
    if (!(error instanceof PartNotLoaded)) throw error;
    return (
      <PartFailure
        onRetry={() => {
          this.props.onRetry();
          this.setState({ error: null });
        }}
      />
    );
  }
}

import {
  Component,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { canGoBack } from '#platform/history.ts';
import { PartNotLoaded } from '#platform/load-in-time.ts';
import { useNetworkBack } from '#platform/network-back.ts';
import { isNewVersionOut } from '#platform/new-version.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { dismissAll, retryAll, useIsFirstFailure } from '#ui/part-failures.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { WhenNetworkIsBack } from '#ui/WhenNetworkIsBack.tsx';

function PartFailure({ onRetry, onDismiss }: { onRetry(): void; onDismiss(): void }) {
  const { t } = useTranslation();
  const [isOld, setIsOld] = useState(false);
  // In the place of a whole page there is nothing below it to go on with. It is known once the page before has left.
  const [isPage, setIsPage] = useState(false);
  useLayoutEffect(() => setIsPage(document.querySelector('main') === null), []);
  const Part = isPage ? 'main' : 'div';
  const Title = isPage ? 'h1' : 'p';
  useNetworkBack(onRetry);
  // Closed with the others, a page would leave nothing.
  const staysInPlace = useRef(isPage);
  staysInPlace.current = isPage;
  const dismiss = useCallback(() => {
    if (!staysInPlace.current) onDismiss();
  }, [onDismiss]);
  const isFirst = useIsFirstFailure(onRetry, dismiss);
  useEffect(() => {
    if (isPage || !isFirst) return;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isForInputMethod(event)) return;
      // A dialog that it was asked for in stays; browsers take a key that nobody has taken for a request to close it.
      event.preventDefault();
      event.stopPropagation();
      dismissAll();
    };
    window.addEventListener('keydown', dismiss, { capture: true });
    return () => window.removeEventListener('keydown', dismiss, { capture: true });
  }, [isPage, isFirst]);
  useEffect(() => {
    let isGone = false;
    isNewVersionOut().then((isOut) => !isGone && setIsOld(isOut));
    return () => {
      isGone = true;
    };
  }, []);
  if (!isFirst) return null;
  return (
    <Part className="part-failure">
      <section className="card" role="alert">
        <div className="row between">
          <Title className="b">{t(isOld ? 'ui.part.newVersion' : 'ui.part.failed')}</Title>
          {!isPage && (
            <IconButton
              icon="close"
              size="s"
              iconSize="s"
              label={t('ui.close')}
              tip="none"
              onClick={dismissAll}
            />
          )}
        </div>
        <p className="t2">{t(isOld ? 'ui.part.newVersionText' : 'ui.part.failedText')}</p>
        <div className="row wrap">
          {!isOld && (
            <Button kind="primary" icon="refresh" onClick={retryAll}>
              {t('ui.tryAgain')}
            </Button>
          )}
          {isPage && canGoBack() && (
            <Button kind="ghost" onClick={() => window.history.back()}>
              {t('ui.back')}
            </Button>
          )}
          <Button kind={isOld ? 'primary' : 'ghost'} onClick={() => window.location.reload()}>
            {t('ui.refresh')}
          </Button>
        </div>
      </section>
    </Part>
  );
}

interface PartSlotProps {
  children: ReactNode;
  /** False while it is closed: what is not there then is no failure. */
  isAskedFor: boolean;
  onFailure: (() => void) | undefined;
  /** It was dismissed: whoever asked for it takes it for closed. */
  onDismiss(): void;
  onRetry(): void;
}

interface PartSlotState {
  error: unknown;
  isDismissed: boolean;
}

/** Holds a part whose code is on its way: waits, and says when it does not come. */
export class PartSlot extends Component<PartSlotProps, PartSlotState> {
  override state: PartSlotState = { error: null, isDismissed: false };

  static getDerivedStateFromError(error: unknown): PartSlotState {
    return { error, isDismissed: false };
  }

  readonly #retry = (): void => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  readonly #dismiss = (): void => {
    this.setState({ isDismissed: true });
    this.props.onDismiss();
  };

  override componentDidUpdate({ isAskedFor }: PartSlotProps): void {
    if (this.state.error !== null && this.props.isAskedFor && !isAskedFor) this.#retry();
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartNotLoaded) this.props.onFailure?.();
  }

  override render(): ReactNode {
    const { error, isDismissed } = this.state;
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
    if (isDismissed || !this.props.isAskedFor) return <WhenNetworkIsBack run={this.#retry} />;
    return <PartFailure onRetry={this.#retry} onDismiss={this.#dismiss} />;
  }
}

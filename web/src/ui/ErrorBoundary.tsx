import { Component, type ComponentType, type ErrorInfo, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

type Details = ComponentType<{ error: unknown; component: string }>;

/** Without them the page still says that it failed. */
const FailureDetails = lazy(async () => {
  const details: Promise<Details> = import('./FailureDetails.tsx').then(
    (part) => part.FailureDetails,
    () => () => null,
  );
  await allTextsReady;
  return { default: await details };
});

interface State {
  failure: { error: unknown; component?: string } | null;
}

function Failure({ error, component }: NonNullable<State['failure']>) {
  const { t } = useTranslation();
  return (
    <main className="failure">
      <section className="card">
        <div className="row" role="alert">
          <span className="tic err">
            <Icon name="warning" />
          </span>
          <h1>{t('ui.failure.title')}</h1>
          <p className="t2">{t('ui.failure.text')}</p>
        </div>
        <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('ui.refresh')}
        </Button>
        {component !== undefined && (
          <Suspense fallback={null}>
            <FailureDetails error={error} component={component} />
          </Suspense>
        )}
      </section>
    </main>
  );
}

/** The last resort of a page whose rendering failed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    // biome-ignore lint/suspicious/noConsole: the page tells people to look there
    console.error(error, componentStack);
    this.setState({ failure: { error, component: componentStack ?? '' } });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <Failure {...failure} /> : this.props.children;
  }
}

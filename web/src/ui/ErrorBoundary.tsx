import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation();
  return (
    <main className="failure">
      <section className="card" role="alert">
        <div className="row">
          <span className="tic err">
            <Icon name="warning" />
          </span>
          <h1>{t('ui.failure.title')}</h1>
        </div>
        <p className="t2">{t('ui.failure.text')}</p>
        <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('ui.refresh')}
        </Button>
        <details>
          <summary>{t('ui.failure.details')}</summary>
          <pre>{`${error.name}: ${error.message}\n${error.stack ?? ''}`}</pre>
        </details>
      </section>
    </main>
  );
}

interface State {
  error: Error | null;
}

/** The last resort of a page whose rendering failed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // biome-ignore lint/suspicious/noConsole: the page tells people to look there
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children;
  }
}

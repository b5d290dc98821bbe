import { useTranslation } from 'react-i18next';
import { useLoadDemoTown } from '#features/demo-town/demo-town.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useSettings } from '#platform/settings.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { showToast } from '#ui/toast-store.ts';

/** On an empty demo server: offers a made-up town. Shows nothing elsewhere. */
export function DemoTownCard({ onLoaded }: { onLoaded(): void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data: settings } = useSettings();
  const load = useLoadDemoTown();
  if (!settings?.demoTownOffered) return null;

  // Awaited: the card is gone when it is done, and callbacks of `mutate` with it.
  async function start() {
    try {
      const { posts } = await load.mutateAsync();
      showToast({ type: 'success', message: t('demoTown.loaded', { count: posts }) });
      onLoaded();
    } catch (error) {
      showToast({ type: 'error', title: t('demoTown.failed'), message: errorText(error) });
    }
  }

  return (
    <EmptyState drawing="nearby" title={t('demoTown.title')} text={t('demoTown.text')}>
      <Button kind="primary" busy={load.isPending} onClick={start}>
        {load.isPending ? t('demoTown.loading') : t('demoTown.load')}
      </Button>
    </EmptyState>
  );
}

import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadInTime } from '#platform/load-in-time.ts';
import { isNewVersionOut } from '#platform/new-version.ts';
import { showToast } from '#ui/toast-store.ts';

interface LazySurface<Props> {
  /** So that it is there at once, and without a network. */
  preload(): void;
  /** Null until its code is there; asked for when `wanted`. When it does not come that is said, and `onFailure` called. */
  useSurface(wanted: boolean, onFailure: () => void): ComponentType<Props> | null;
}

/**
 * What lies over the page, such as a menu: its code comes when the first one opens. When it does not, the page goes on
 * without it and the next attempt is a new one.
 */
export function lazySurface<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): LazySurface<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const start = () => {
    loading ??= loadInTime(name, load).then(
      (surface) => {
        loaded = surface;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  return {
    preload: () => void start().catch(() => {}),
    useSurface(wanted, onFailure) {
      const [surface, setSurface] = useState<ComponentType<Props> | null>(() => loaded);
      const sayThatItFailed = useSayThatItFailed();
      const isMissing = wanted && surface === null;
      // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on failure does not begin another attempt
      useEffect(() => {
        if (!isMissing) return;
        let isGone = false;
        start().then(
          () => !isGone && setSurface(() => loaded),
          () => {
            if (isGone) return;
            onFailure();
            sayThatItFailed();
          },
        );
        return () => {
          isGone = true;
        };
      }, [isMissing]);
      return surface;
    },
  };
}

/** After a deployment the code of the old version is gone: then it takes a refresh. */
function useSayThatItFailed(): () => void {
  const { t } = useTranslation();
  return async () => {
    const isOld = await isNewVersionOut();
    showToast({
      type: 'error',
      title: t(isOld ? 'ui.part.newVersion' : 'ui.part.failed'),
      message: t(isOld ? 'ui.part.newVersionText' : 'ui.part.failedText'),
      ...(isOld && { action: { label: t('ui.refresh'), run: () => window.location.reload() } }),
    });
  };
}

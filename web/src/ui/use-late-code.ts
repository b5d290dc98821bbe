import { useEffect, useState } from 'react';
import { loadInTime } from '#platform/load-in-time.ts';
import { useNetworkBack } from '#platform/network-back.ts';

const again_ms = 60_000;

/**
 * Code without which the page goes on, and says nothing of it; null until it is there. Where it does not come it is asked for
 * again when the network is back, and after a minute. `load` is the same function each time.
 */
export function useLateCode<Name extends string, Code extends object>(
  name: Name,
  load: () => Promise<Record<Name, Code>>,
  isWanted = true,
): Code | null {
  const [code, setCode] = useState<{ readonly loaded: Code } | null>(null);
  const [state, setState] = useState<'underWay' | 'failed'>('underWay');
  useNetworkBack(() => setState('underWay'));
  const isAsked = isWanted && !code && state === 'underWay';
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    loadInTime(name, load).then(
      (loaded) => !isGone && setCode({ loaded }),
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [name, load, isAsked]);
  useEffect(() => {
    if (state === 'underWay') return;
    const timer = setTimeout(() => setState('underWay'), again_ms);
    return () => clearTimeout(timer);
  }, [state]);
  return code?.loaded ?? null;
}

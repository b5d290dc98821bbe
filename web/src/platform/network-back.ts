import { useEffect, useRef } from 'react';
import { useStreamStatus } from '#platform/stream.ts';

/** Runs when the device has a network again, or the server answers again. */
export function useNetworkBack(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const back = () => latest.current();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
  const isConnected = useStreamStatus() === 'connected';
  const was = useRef(isConnected);
  useEffect(() => {
    if (isConnected && !was.current) latest.current();
    was.current = isConnected;
  }, [isConnected]);
}

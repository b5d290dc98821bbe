import { useEffect, useState } from 'react';

/** Long enough to be seen, short enough not to be waited for. */
const moment_ms = 1200;

export function useSuccessMoment(succeeded: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!succeeded) return;
    const timer = setTimeout(() => setOver(true), moment_ms);
    return () => clearTimeout(timer);
  }, [succeeded]);
  return succeeded && !over;
}

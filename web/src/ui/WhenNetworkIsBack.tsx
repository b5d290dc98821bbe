import { useNetworkBack } from '#platform/network-back.ts';

/** Stands where something failed, and runs when the device has a network again, or the server answers again. */
export function WhenNetworkIsBack({ run }: { run(): void }) {
  useNetworkBack(run);
  return null;
}

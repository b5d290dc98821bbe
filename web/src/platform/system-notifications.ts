/** What a worker had the system show stays on the screen without any page; whoever leaves takes it along. */
export async function closeSystemNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      for (const shown of await registration.getNotifications()) shown.close();
    }
  } catch {
    // Where workers are forbidden nothing was shown.
  }
}

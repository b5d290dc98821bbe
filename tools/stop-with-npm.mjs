/**
 * npm hands a signal to the shell it runs us in, and many shells die of it without telling us. We would go on
 * for ever and keep the port, so we end in order as soon as that shell is gone.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

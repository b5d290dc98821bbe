import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { type ToastState, type ToastType, toasts } from '#ui/toast-store.ts';
import { useToastPlace } from '#ui/use-toast-place.ts';

const looks: Record<ToastType, { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'ok' },
  error: { icon: 'error', colour: 'err' },
  warning: { icon: 'warning', colour: 'warn' },
  info: { icon: 'info', colour: 'info' },
};

function Toast({ toast }: { toast: ToastState }) {
  const { t } = useTranslation();
  const { id, type, title, message, action, phase } = toast;
  const hold = () => toasts.hold(id);
  const release = () => toasts.release(id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads
    <div
      className="toast"
      data-phase={phase}
      data-type={type}
      role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={`tic ${looks[type].colour}`}>
        <Icon name={looks[type].icon} size="s" />
        <span className="unseen">{t(`ui.toast.${type}`)}</span>
      </span>
      <div className="toast-text">
        {title && <div className="b">{title}</div>}
        {message && <div className={title ? 'sm t2' : undefined}>{message}</div>}
        {action && (
          <button
            type="button"
            className="note-action"
            onClick={() => {
              toasts.close(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton
        icon="close"
        size="s"
        iconSize="s"
        label={t('ui.close')}
        tip="none"
        onClick={() => toasts.close(id)}
      />
    </div>
  );
}

/** Over all pages and over open dialogs, newest below. */
export function ToastRegion() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot);
  const region = useRef<HTMLElement>(null);
  useToastPlace(region, shown.length);
  return (
    // aria-live also keeps the region readable while a dialog hides the rest of the page.
    <section
      ref={region}
      className="toasts"
      aria-label={t('ui.notices')}
      aria-live="polite"
      data-above-dialogs
    >
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { classNames } from '#ui/class-names.ts';
import { useCloseRequests } from '#ui/close-requests.ts';
import { isCovered } from '#ui/covered.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { passNonce } from '#ui/nonce.ts';
import { focusWhatIsThere } from '#ui/page-focus.ts';
import { reachToastsFromDialogs } from '#ui/toast-reach.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Read out with the title, shown above the content. */
  description?: string;
  children?: ReactNode;
  /** Actions, the primary one last. */
  footer?: ReactNode;
  /** Stands between title and close button. */
  aside?: ReactNode;
  /** 440, 560, 600, 664 and 1060 pixels. */
  width?: 's' | 'm' | 'posting' | 'l' | 'xl';
  className?: string;
  hideTitle?: boolean;
  /** False where an answer is needed: no close button, Escape and the backdrop do nothing. */
  closable?: boolean;
  /** An arrow before the title closes it, instead of the cross after it: for what is a page of its own. */
  leadsBack?: boolean;
  /** Prevents the default where it gives the focus to something else than the dialog itself. */
  onOpenAutoFocus?: (event: Event) => void;
  /** Where Escape leads back to what lies below, and closing ends both. */
  onEscape?: () => void;
}

passNonce();
reachToastsFromDialogs();

/** Clicks on toasts above the dialog are not clicks beside it. */
function keepOpenForToasts(event: CustomEvent<{ originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('[data-above-dialogs]')) event.preventDefault();
}

/** What is chosen from a menu takes the menu away: its button stays. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
}

export function DialogSurface({
  open,
  onOpenChange,
  title,
  children,
  footer,
  aside,
  width = 'm',
  className,
  hideTitle = false,
  closable = true,
  leadsBack = false,
  onOpenAutoFocus,
  onEscape,
  description,
}: DialogProps) {
  const { t } = useTranslation();
  const before = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  useCloseRequests(open && closable, () => (onEscape ? onEscape() : onOpenChange(false)));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-scrim">
          <Radix.Content
            ref={content}
            className={classNames('dialog', `width-${width}`, className)}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onInteractOutside={(event) => {
              keepOpenForToasts(event);
              if (!closable) event.preventDefault();
            }}
            onEscapeKeyDown={(event) => {
              // While a word is being composed, Escape belongs to the input method.
              const isOwn =
                event.target instanceof Element && event.target.closest('[data-own-escape]') !== null;
              if (isForInputMethod(event) || isOwn || !closable || isCovered(content.current))
                event.preventDefault();
              else if (onEscape) {
                event.preventDefault();
                onEscape();
              }
            }}
            onOpenAutoFocus={(event) => {
              before.current = openerOf(document.activeElement);
              onOpenAutoFocus?.(event);
              if (event.defaultPrevented) return;
              // The dialog itself, not its close button: a reader hears the title first.
              event.preventDefault();
              (event.target as HTMLElement).focus({ preventScroll: true });
            }}
            onCloseAutoFocus={(event) => {
              // The library knows only triggers of its own; ours opened this from anywhere.
              event.preventDefault();
              if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
              focusWhatIsThere();
            }}
          >
            {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the banner is the page's, which may come after its dialog */}
            <header
              role="presentation"
              className={classNames(hideTitle && 'bare', leadsBack && 'leads-back') || undefined}
            >
              {closable && leadsBack && (
                <Radix.Close asChild>
                  <IconButton icon="back" label={t('ui.back')} tip="none" />
                </Radix.Close>
              )}
              <Radix.Title className={hideTitle ? 'unseen' : undefined}>{title}</Radix.Title>
              {aside}
              {closable && !leadsBack && (
                <Radix.Close asChild>
                  <IconButton icon="close" label={t('ui.close')} tip="none" />
                </Radix.Close>
              )}
            </header>
            <div className="body">
              {description && <Radix.Description className="t2">{description}</Radix.Description>}
              {children}
            </div>
            {footer && <footer role="presentation">{footer}</footer>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

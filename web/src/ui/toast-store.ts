export type ToastType = 'success' | 'error' | 'warning' | 'info';
export type ToastPhase = 'hidden' | 'shown' | 'closing';

const toastDuration_ms = 5000;
const toastAppear_ms = 10;
const toastExit_ms = 300;
/** A page that stands still shows nothing: how long a toast was there is counted in parts, and such a pause is one of them. */
const part_ms = 250;

export interface ToastInput {
  type: ToastType;
  title?: string;
  message?: string;
  duration?: number;
  action?: { label: string; run(): void };
}

export interface ToastState extends ToastInput {
  readonly id: string;
  readonly duration: number;
  readonly phase: ToastPhase;
}

type Timer = ReturnType<typeof setTimeout>;

/** The toasts of the page, oldest first, each hidden, shown, closing and then gone. */
export class ToastStore {
  #toasts: readonly ToastState[] = [];
  #next = 0;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, Timer>();
  readonly #held = new Set<string>();

  readonly snapshot = () => this.#toasts;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly show = (input: ToastInput): string => {
    const repeated = this.#toasts.find(
      (toast) =>
        toast.phase !== 'closing' &&
        toast.type === input.type &&
        toast.title === input.title &&
        toast.message === input.message,
    );
    if (repeated) {
      // The words are the same, but what they offer may be meant for another thing.
      this.#set(
        this.#toasts.map((toast) =>
          toast === repeated ? { ...toast, ...(input.action && { action: input.action }) } : toast,
        ),
      );
      // One that is about to be seen has its whole time before it.
      if (repeated.phase === 'shown') this.#closeLater(repeated);
      return repeated.id;
    }
    this.#next += 1;
    const toast: ToastState = {
      ...input,
      id: `toast-${this.#next}`,
      duration: input.duration ?? toastDuration_ms,
      phase: 'hidden',
    };
    this.#set([...this.#toasts, toast]);
    this.#after(toast.id, toastAppear_ms, () => {
      this.#phase(toast.id, 'shown');
      this.#closeLater(toast);
    });
    return toast.id;
  };

  readonly close = (id: string): void => {
    if (!this.#toasts.some((toast) => toast.id === id && toast.phase !== 'closing')) return;
    this.#phase(id, 'closing');
    this.#after(id, toastExit_ms, () => {
      this.#timers.delete(id);
      this.#held.delete(id);
      this.#set(this.#toasts.filter((toast) => toast.id !== id));
    });
  };

  /** Somebody is reading it: it waits, and afterwards stays for its whole time again. */
  readonly hold = (id: string): void => {
    const toast = this.#toasts.find((one) => one.id === id);
    if (toast?.phase !== 'shown') return;
    this.#held.add(id);
    clearTimeout(this.#timers.get(id));
  };

  readonly release = (id: string): void => {
    const toast = this.#toasts.find((one) => one.id === id);
    if (!this.#held.delete(id) || toast?.phase !== 'shown') return;
    this.#closeLater(toast);
  };

  #closeLater(toast: ToastState, left_ms = toast.duration): void {
    const { id } = toast;
    if (this.#held.has(id) || toast.duration <= 0) return;
    const next_ms = Math.min(part_ms, left_ms);
    this.#after(id, next_ms, () => {
      if (left_ms > next_ms) this.#closeLater(toast, left_ms - next_ms);
      else this.close(id);
    });
  }

  #after(id: string, delay_ms: number, action: () => void): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(id, setTimeout(action, delay_ms));
  }

  #phase(id: string, phase: ToastPhase): void {
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, phase } : toast)));
  }

  #set(toasts: readonly ToastState[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();
export const showToast = toasts.show;

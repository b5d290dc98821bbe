import type { IconName } from '#ui/Icon.tsx';

/** What a menu holds, from top to bottom. */
export type MenuEntry =
  | {
      kind: 'item';
      key: string;
      icon: IconName;
      label: string;
      onSelect(): void;
      danger?: boolean;
      disabled?: boolean;
      busy?: boolean;
      /** Choosing it does not close the menu. */
      keepOpen?: boolean;
      /** Unread count, capped at 99+. */
      badge?: number;
    }
  | {
      kind: 'choice';
      key: string;
      icon: IconName;
      label: string;
      value: string;
      options: readonly { value: string; label: string; lang?: string }[];
      onChoose(value: string): void;
    }
  | { kind: 'separator'; key: string };

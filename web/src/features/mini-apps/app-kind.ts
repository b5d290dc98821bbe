import type { MiniAppDefinition, MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import type { ComponentType, ReactNode } from 'react';

export type MiniAppType = 'compatibility-quiz' | 'poll' | 'meeting-point' | 'ice-breaker';

/** What stands in the card while it is collapsed. */
export interface CardViewProps {
  miniApp: MiniApp;
  /** Expands the card; apps with more than one view say which. */
  onOpen(view?: string): void;
}

/** The app in use. */
export interface AppViewProps {
  miniApp: MiniApp;
  userId: string;
  /** In the reader's language, when nobody has given it one. */
  title: string;
  view: string | null;
  onClose(): void;
  /** Asks for the instance again. */
  onReload(): void;
}

/** What a result says, below its line of words. */
export interface ResultViewProps {
  result: MiniAppResult;
  userId: string;
}

/** What has to be known before it is added. */
export interface ConfigFormProps {
  /** Of the form, for the button outside of it. */
  formId: string;
  onSubmit(wanted: { title?: string; config: Record<string, unknown> }): void;
  /** Whether what was filled in can be added. */
  onReady(isReady: boolean): void;
  /** What was filled in before and not added, as it was given to `onKeep`; by itself it says nothing of its shape. */
  kept: Record<string, unknown> | null;
  onKeep(filled: object): void;
}

/** One app as the web knows it: a folder of `apps`, and a line in the registry. */
export interface MiniAppKind {
  readonly definition: MiniAppDefinition;
  readonly texts: MiniAppType;
  readonly tint: 'ok' | 'warn' | 'info';
  /** Drawn on 24 x 24. */
  readonly drawing: ReactNode;
  /** Whether it is used in a dialog above the conversation, else in its card. */
  readonly inDialog: boolean;
  /** One line under the title. */
  readonly StatusLine: ComponentType<{ miniApp: MiniApp }>;
  readonly CardView: ComponentType<CardViewProps>;
  readonly AppView: ComponentType<AppViewProps>;
  readonly ResultView: ComponentType<ResultViewProps>;
  readonly ConfigForm?: ComponentType<ConfigFormProps>;
}

import type { MiniAppDefinition } from '@dazi/contract/mini-apps/mini-app-kit';
import type { TFunction } from 'i18next';
import type { MiniAppKind } from './app-kind.ts';

export const nameOfKind = ({ texts }: MiniAppKind, t: TFunction): string => t(`miniApps.apps.${texts}.name`);

/** Whoever gave it no title of its own sees the app's name in their language. */
export const titleOf = (kind: MiniAppKind, title: string, t: TFunction): string =>
  isOwnTitle(kind.definition, title) ? title : nameOfKind(kind, t);

export const isOwnTitle = ({ name }: MiniAppDefinition, title: string): boolean => title !== name;

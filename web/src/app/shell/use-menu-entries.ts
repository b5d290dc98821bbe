import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { chooseLanguage } from '#platform/i18n/i18n.ts';
import { languageNames } from '#platform/i18n/language.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { profilePath } from '#platform/profile-path.ts';
import { type Language, languages, type Theme, themes } from '#platform/storage.ts';
import { setTheme, useTheme } from '#platform/theme.ts';
import type { MenuEntry } from '#ui/menu-entry.ts';
import { openSettings } from './settings-opening.ts';
import { useUnread, useWaitingCases } from './unread-count.ts';
import { useOwnsGroup } from './use-owns-group.ts';
import { useStartRoom } from './use-start-room.ts';

export function useMenuEntries(onMap: boolean): MenuEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const theme = useTheme();
  const { user } = useSession();
  const unread = useUnread();
  const { moderator, administrator } = useSessionFacts();
  const cases = useWaitingCases();
  const ownsGroup = useOwnsGroup(user?.id ?? null);
  const startRoom = useStartRoom(onMap);
  const createMessage: MenuEntry = {
    kind: 'item',
    key: 'create-message',
    icon: 'post',
    label: t('app.createMessage'),
    onSelect: () => navigate('/', { state: { compose: true } }),
  };
  const moderation: MenuEntry = {
    kind: 'item',
    key: 'moderation',
    icon: 'flag',
    label: t('moderation.queue.title'),
    badge: cases,
    onSelect: () => navigate('/moderation'),
  };
  const administration: MenuEntry = {
    kind: 'item',
    key: 'administration',
    icon: 'shield',
    label: t('administration.title'),
    onSelect: () => navigate('/admin'),
  };
  return [
    {
      kind: 'item',
      key: 'conversations',
      icon: 'message',
      label: t('app.conversations'),
      badge: unread,
      onSelect: () => navigate('/messages'),
    },
    ...(ownsGroup ? [createMessage] : []),
    {
      kind: 'item',
      key: 'create-group',
      icon: 'people-plus',
      label: t('app.createGroup'),
      onSelect: startRoom,
    },
    {
      kind: 'item',
      key: 'profile',
      icon: 'person',
      label: t('app.profile'),
      onSelect: () => navigate(user ? profilePath(user.id) : '/profile'),
    },
    {
      kind: 'item',
      key: 'wallet',
      icon: 'wallet',
      label: t('app.myWallet'),
      // A page of its own, loaded anew.
      onSelect: () => window.location.assign('/wallet'),
    },
    {
      kind: 'item',
      key: 'settings',
      icon: 'settings',
      label: t('app.settings'),
      onSelect: openSettings,
    },
    {
      kind: 'item',
      key: 'terms',
      icon: 'document',
      label: t('app.termsAndPolicy'),
      onSelect: () => navigate('/terms-policy'),
    },
    ...(moderator ? [moderation] : []),
    ...(administrator ? [administration] : []),
    { kind: 'separator', key: 'before-device' },
    {
      kind: 'choice',
      key: 'language',
      icon: 'globe',
      label: t('app.language'),
      value: language,
      options: languages.map((value) => ({
        value,
        label: languageNames[value],
        lang: value === 'zh' ? 'zh-Hans' : value,
      })),
      onChoose: (value) => void chooseLanguage(value as Language),
    },
    {
      kind: 'choice',
      key: 'theme',
      icon: 'theme',
      label: t('app.theme'),
      value: theme,
      options: themes.map((value) => ({ value, label: t(`app.themes.${value}`) })),
      onChoose: (value) => setTheme(value as Theme),
    },
  ];
}

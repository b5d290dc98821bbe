import { miniAppCategories } from '@dazi/contract/mini-apps/mini-app-kit.rules';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Option } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { AppIcon } from './AppIcon.tsx';
import type { MiniAppKind } from './app-kind.ts';
import { nameOfKind, titleOf } from './app-titles.ts';
import { expandCard } from './expanded-card.ts';
import { useAddMiniApp } from './mini-apps.api.ts';
import { offeredFor } from './picker.ts';
import { miniAppKinds } from './registry.ts';
import './mini-apps.css';

/** What was filled in for an app and not added, by conversation. */
const forms = new PersonalForms('miniApps', isRecord, 10);

interface AddMiniAppProps {
  conversationId: string;
  userId: string;
  onAdded(): void;
  onClose(): void;
}

type Wanted = { title?: string; config?: Record<string, unknown> };

/** The picker: what there is, and for some apps a step that asks for what they need. */
export function AddMiniApp({ conversationId, userId, onAdded, onClose }: AddMiniAppProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [configured, setConfigured] = useState<MiniAppKind | null>(null);
  const [isReady, setReady] = useState(false);
  useBackCloses('form', configured !== null, () => setConfigured(null));
  const add = useAddMiniApp(conversationId, userId);
  const placeOf = (kind: MiniAppKind) => `${conversationId}:${kind.definition.type}`;

  const create = useOneAtATime(async (kind: MiniAppKind, wanted: Wanted) => {
    try {
      const miniApp = await add.mutateAsync({ appType: kind.definition.type, ...wanted });
      forms.keep(userId, placeOf(kind), null);
      const title = titleOf(kind, miniApp.title, t);
      showToast({ type: 'success', message: t('miniApps.picker.added', { title }) });
      if (!kind.inDialog) expandCard(miniApp.id);
      onAdded();
      onClose();
    } catch (error) {
      showToast({ type: 'error', title: t('miniApps.picker.failed'), message: errorText(error) });
    }
  });
  const choose = (kind: MiniAppKind) => {
    if (!kind.ConfigForm) {
      void create(kind, {});
      return;
    }
    // What is there already may be enough.
    setReady(Object.values(kind.definition.defaultConfig).every((value) => !isEmptyList(value)));
    setConfigured(kind);
  };
  const Form = configured?.ConfigForm;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={configured ? nameOfKind(configured, t) : t('miniApps.picker.title')}
      width="s"
      onOpenAutoFocus={(event) => {
        // A keyboard on the glass would lie over what there is to choose.
        if (!window.matchMedia('(pointer: fine)').matches) return;
        event.preventDefault();
        field.current?.focus();
      }}
      footer={
        configured && (
          <>
            <Button kind="ghost" onClick={() => setConfigured(null)}>
              {t('miniApps.picker.back')}
            </Button>
            <Button kind="primary" type="submit" form={formId} disabled={!isReady} busy={add.isPending}>
              {t('miniApps.picker.submit')}
            </Button>
          </>
        )
      }
    >
      {configured && Form ? (
        <Form
          formId={formId}
          onReady={setReady}
          kept={forms.of(userId, placeOf(configured))}
          onKeep={(filled) => forms.keep(userId, placeOf(configured), { ...filled })}
          onSubmit={(wanted) => create(configured, wanted)}
        />
      ) : (
        <Offer
          busy={add.isPending ? (add.variables?.appType ?? null) : null}
          field={field}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const tabs = ['all', ...miniAppCategories] as const;
type Tab = (typeof tabs)[number];

interface OfferProps {
  /** The type of the app that is being added. */
  busy: string | null;
  field: RefObject<HTMLInputElement | null>;
  onChoose(kind: MiniAppKind): void;
}

/** Search, categories and cards; the arrows go from card to card. */
function Offer({ busy, field, onChoose }: OfferProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const list = useRef<HTMLUListElement>(null);
  const nameOfTab = (one: Tab) =>
    one === 'all' ? t('miniApps.picker.all') : t(`miniApps.categories.${one}`);
  const offered = miniAppKinds.map((kind) => ({
    kind,
    type: kind.definition.type,
    name: nameOfKind(kind, t),
    description: t(`miniApps.apps.${kind.texts}.description`),
    category: kind.definition.category,
    categoryName: t(`miniApps.categories.${kind.definition.category}`),
  }));
  const shown = offeredFor(offered, tab, query);
  const move = (event: KeyboardEvent) => {
    if (isForInputMethod(event.nativeEvent)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const cards = [...(list.current?.querySelectorAll('button') ?? [])];
    if (cards.length === 0) return;
    event.preventDefault();
    const at = cards.indexOf(document.activeElement as HTMLButtonElement);
    cards[Math.min(cards.length - 1, Math.max(0, at + step))]!.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only catches keys of what is inside
    <div className="mini-apps-offer" onKeyDown={move}>
      <div className="input soft mini-apps-search">
        <Icon name="search" size="s" />
        <input
          ref={field}
          type="search"
          className="mini-apps-search-field"
          aria-label={t('miniApps.picker.searchLabel')}
          placeholder={t('miniApps.picker.search')}
          value={query}
          dir="auto"
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Chips<Tab>
        label={t('miniApps.picker.categories')}
        options={tabs.map((value): Option<Tab> => ({ value, label: nameOfTab(value) }))}
        value={tab}
        onChange={(next) => setTab(next)}
      />
      {shown.length === 0 ? (
        <div className="empty" role="status">
          <h3>{t('miniApps.picker.none')}</h3>
          <p>
            {query.trim() === ''
              ? t('miniApps.picker.noneIn', { category: nameOfTab(tab) })
              : t('miniApps.picker.noneText', { query: query.trim(), category: nameOfTab(tab) })}
          </p>
          <Button size="s" onClick={() => setQuery('')}>
            {t('miniApps.picker.clear')}
          </Button>
        </div>
      ) : (
        <ul ref={list} className="mini-apps-offers">
          {shown.map(({ kind, type, name, description, categoryName }) => (
            <li key={type}>
              <button
                type="button"
                className="mini-apps-offered"
                aria-busy={busy === type || undefined}
                onClick={() => onChoose(kind)}
              >
                <AppIcon kind={kind} />
                <span className="mini-apps-words">
                  <span className="row between">
                    <b>{name}</b>
                    <span className="pill">{categoryName}</span>
                  </span>
                  <span className="t2">{description}</span>
                  <span className="meta">
                    <Icon name="people" size="xs" />
                    {t('miniApps.picker.maxParticipants', { count: kind.definition.maxParticipants })}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

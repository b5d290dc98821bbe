import type { WalletResult } from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isForInputMethod } from '#platform/composing.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { handleOf } from './movement.ts';
import { useWalletSearch } from './wallet.api.ts';

/** What is typed counts after this pause. */
const pause_ms = 300;

interface RecipientSearchProps {
  userId: string;
  /** The group that sends is not offered to itself. */
  fromConversationId: string | null;
  onChoose(recipient: WalletResult): void;
}

/** Whom to send to: people and groups by a part of their name. */
export function RecipientSearch({ userId, fromConversationId, onChoose }: RecipientSearchProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const isLongEnough = typed.length >= walletLimits.searchFrom;
  useEffect(() => {
    const timer = setTimeout(setQuery, pause_ms, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError, isPlaceholderData } = useWalletSearch(userId, isLongEnough ? query : '');
  /** What is shown was found for what stands in the field, not for what stood there a moment ago. */
  const isCurrent = query === typed && !isPlaceholderData;
  const isAnswered = isLongEnough && data !== undefined && !isError;
  const found = isAnswered
    ? data.filter(({ conversationId }) => !conversationId || conversationId !== fromConversationId)
    : [];
  const at = Math.min(active, found.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed these keys belong to the input method.
    if (isForInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = found[at];
      if (chosen && isCurrent) onChoose(chosen);
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    } else if (found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at + step + found.length) % found.length);
    }
  };

  return (
    <div className="field" data-own-escape={text !== '' || undefined}>
      <label htmlFor={id}>{t('wallet.to')}</label>
      <div className="input">
        <Icon name="search" size="s" />
        <input
          id={id}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? optionId(at) : undefined}
          className="grow wallet-field"
          placeholder={t('wallet.toPlaceholder')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={50}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the form was just opened, or the recipient cleared
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={t('wallet.found')} className="wallet-found">
          {found.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={result.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className="wallet-option"
              onClick={() => onChoose(result)}
              onPointerMove={() => setActive(index)}
            >
              <RecipientLine recipient={result} />
            </div>
          ))}
        </div>
      )}
      <p className="wallet-none" role="status">
        {isAnswered && found.length === 0 && !isPlaceholderData && t('wallet.nobody', { query })}
      </p>
    </div>
  );
}

/** Instead of the search once somebody is chosen. */
export function ChosenRecipient({
  recipient,
  disabled,
  onClear,
}: {
  recipient: WalletResult;
  disabled: boolean;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <span className="label" id={id}>
        {t('wallet.to')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own */}
      <div
        className={classNames('input wallet-chosen', disabled && 'is-disabled')}
        role="group"
        aria-labelledby={id}
        aria-disabled={disabled || undefined}
      >
        <RecipientLine recipient={recipient} />
        <IconButton
          icon="close"
          size="s"
          tip="none"
          label={t('wallet.clear', { name: recipient.name })}
          disabled={disabled}
          onClick={onClear}
        />
      </div>
    </div>
  );
}

function RecipientLine({ recipient }: { recipient: WalletResult }) {
  const { t } = useTranslation();
  const { type, name, avatarUrl, email, description, memberCount = 0 } = recipient;
  const isGroup = type === 'GROUP';
  const about = isGroup ? description : handleOf(email);
  return (
    <span className={classNames('grow wallet-recipient', isGroup && 'wallet-of-group')}>
      <Avatar name={name} url={avatarUrl} size="s" />
      <span className="grow wallet-party">
        <UserText className="b ell">{name}</UserText>
        <span className="wallet-about">
          {about && <UserText className="ell">{about}</UserText>}
          {isGroup && <span>{t('wallet.members', { count: memberCount })}</span>}
        </span>
      </span>
    </span>
  );
}

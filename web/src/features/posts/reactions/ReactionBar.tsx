import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { showToast } from '#ui/toast-store.ts';
import { chosenKinds, reactionKinds } from './reaction-kinds.ts';
import { useToggleReaction } from './reactions.api.ts';
import './reactions.css';

/** How many of each kind, the own one marked, and a picker with all five. */
export function ReactionBar({ post, user }: { post: Post; user: User | null }) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const failureText = useFailureText();
  const [picking, setPicking] = useState(false);
  const toggle = useToggleReaction(user?.id ?? '', user?.name ?? '', post.id);
  const bar = useRef<HTMLFieldSetElement>(null);
  /** What in the bar had the focus last. */
  const focused = useRef<Element | null>(null);
  // With the last one of a kind its button goes: whoever took it back by keyboard goes on beside it.
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    bar.current?.querySelector<HTMLElement>('.reactions-add')?.focus({ preventScroll: true });
  });

  function choose(type: ReactionType) {
    setPicking(false);
    if (!requireSignIn(t('errors.REACTION_SIGN_IN_REQUIRED'))) return;
    const removes = post.myReaction === type;
    toggle.mutate(
      { post, type },
      {
        onError: (error) => {
          const failed = t(removes ? 'reactions.removeFailed' : 'reactions.addFailed');
          showToast({ type: 'error', message: failureText(failed, error) });
        },
      },
    );
  }

  return (
    <fieldset
      ref={bar}
      className="row wrap reactions-bar"
      aria-label={t('reactions.title')}
      onFocus={(event) => {
        if (bar.current?.contains(event.target)) focused.current = event.target;
      }}
    >
      {chosenKinds(post.reactions).map(({ type, emoji, label, count }) => (
        <button
          key={type}
          type="button"
          className={classNames('react', post.myReaction === type && 'on')}
          aria-pressed={post.myReaction === type}
          aria-label={t('reactions.countOf', { kind: t(`reactions.kinds.${label}`), count })}
          onClick={() => choose(type)}
        >
          <span className="e" aria-hidden="true">
            {emoji}
          </span>
          {count}
        </button>
      ))}
      <Popover
        open={picking}
        onOpenChange={setPicking}
        label={t('reactions.add')}
        side="top"
        align="start"
        className="popover reactions-picker"
        trigger={<IconButton icon="smile" size="s" label={t('reactions.add')} className="reactions-add" />}
      >
        {reactionKinds.map(({ type, emoji, label }) => (
          <button
            key={type}
            type="button"
            className={classNames('reactions-choice', post.myReaction === type && 'on')}
            aria-pressed={post.myReaction === type}
            onClick={() => choose(type)}
          >
            <span className="e" aria-hidden="true">
              {emoji}
            </span>
            {t(`reactions.kinds.${label}`)}
          </button>
        ))}
      </Popover>
    </fieldset>
  );
}

import { blockLimits } from '@dazi/contract/people/blocks.rules';
import { type ComponentType, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { PersonalDrafts, usePersonalDraft } from '#platform/personal-drafts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { AreaField } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { showToast } from '#ui/toast-store.ts';
import { type Blockable, type TogetherProps, useBlocking } from './blocks.api.ts';
import './blocks.css';

const reasons = new PersonalDrafts('blockReasons', 10);

interface BlockDialogProps {
  person: Blockable;
  userId: string;
  onBlocked?: (() => void) | undefined;
  Together: ComponentType<TogetherProps>;
  onClose(): void;
}

/** Says what blocking does and what it does not, before it is done. */
export function BlockDialog({ person, userId, onBlocked, Together, onClose }: BlockDialogProps) {
  const { t } = useTranslation();
  const { name } = person;
  const { block, isBusy } = useBlocking(userId, onBlocked);
  const [reason, setReason] = usePersonalDraft(reasons, userId, person.id);
  const failureText = useFailureText();
  const then = useRef<(() => Promise<void>) | null>(null);
  const confirm = async () => {
    const isBlocked = await block(person, reason.trim() || null);
    if (isBlocked) {
      // The person is blocked whatever becomes of the rest.
      await then.current?.().catch((error: unknown) => {
        showToast({ type: 'error', message: failureText(t('blocks.restFailed', { name }), error) });
      });
      setReason('');
    }
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={t('blocks.question', { name })}
      description={t('blocks.confirm', { name })}
      width="s"
      className="blocks-dialog"
      footer={
        <>
          <Button kind="ghost" disabled={isBusy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" busy={isBusy} onClick={() => void confirm()}>
            {t('blocks.block')}
          </Button>
        </>
      }
    >
      <ul className="blocks-facts">
        <li>
          <Icon name="globe" size="s" />
          <span>{t('blocks.publicPosts', { name })}</span>
        </li>
        <li>
          <Icon name="lock" size="s" />
          <span>{t('blocks.untold', { name })}</span>
        </li>
      </ul>
      <Suspense fallback={null}>
        <Together
          person={person}
          userId={userId}
          onChoose={(chosen) => {
            then.current = chosen;
          }}
        />
      </Suspense>
      <AreaField
        label={t('blocks.reason')}
        hint={t('blocks.reasonHint')}
        rows={2}
        dir="auto"
        maxLength={blockLimits.reason}
        counter={`${reason.length}/${blockLimits.reason}`}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}

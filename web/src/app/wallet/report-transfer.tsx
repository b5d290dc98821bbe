import type { User } from '@dazi/contract/identity/identity';
import type { Transaction } from '@dazi/contract/wallet/wallet';
import type { ReactNode } from 'react';
import { ReportButton } from '#features/moderation/ReportButton.tsx';
import { movementOf } from '#features/wallet/movement.ts';

/** Reports the memo of what somebody sent; nothing is offered for one's own, and for what came without words. */
export const reportTransfer =
  (user: User) =>
  (transaction: Transaction, walletId: string): ReactNode => {
    const { id, memo, kind, sentBy } = transaction;
    const { isOutgoing, counterparty } = movementOf(transaction, walletId);
    if (isOutgoing || !memo || kind !== 'transfer') return null;
    const person = sentBy ?? counterparty.user;
    return (
      <ReportButton
        thing={{
          targetType: 'transfer',
          targetId: id,
          name: person?.name ?? null,
          excerpt: memo,
          avatarUrl: counterparty.user?.avatarUrl,
          person: person && { id: person.id, name: person.name },
        }}
        ownerId={person?.id ?? null}
        user={user}
        size="s"
        iconSize="s"
        tip="left"
      />
    );
  };

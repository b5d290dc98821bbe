import type { WalletResult } from '@dazi/contract/wallet/wallet';
import { useState } from 'react';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import type { WalletOwner } from './wallet.api.ts';

/** What stands in the form, as it was typed. Nothing but its button sends it. */
export interface SendDraft {
  recipient: WalletResult | null;
  amount: string;
  memo: string;
}

const empty: SendDraft = { recipient: null, amount: '', memo: '' };

const isRecipient = (value: unknown): value is WalletResult =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  (value.type === 'USER' || value.type === 'GROUP') &&
  (value.avatarUrl === null || typeof value.avatarUrl === 'string');

/** One of each wallet that a person sends from. */
const drafts = new PersonalForms(
  'sending',
  (value): value is SendDraft =>
    isRecord(value) &&
    (value.recipient === null || isRecipient(value.recipient)) &&
    typeof value.amount === 'string' &&
    typeof value.memo === 'string',
  5,
);

const placeOf = (owner: WalletOwner) => ('conversationId' in owner ? owner.conversationId : 'own');

/**
 * It was sent, or is not wanted any more. Of a transfer that became known this comes before the transfer itself is
 * forgotten: a page that ends in between asks about it once more, and never offers the same words for another one.
 */
export const forgetSending = (userId: string, owner: WalletOwner): void =>
  drafts.keep(userId, placeOf(owner), null);

/** Where somebody came to send to one person, an amount that was meant for another is not taken over. */
function begunWith(userId: string, owner: WalletOwner, to: WalletResult | null): SendDraft {
  const kept = drafts.latest(userId, placeOf(owner));
  return kept && (to === null || kept.recipient?.id === to.id) ? kept : { ...empty, recipient: to };
}

/** The form's words, which are there again after a reload, and when their person comes back to a session that ended. */
export function useSendDraft(userId: string, owner: WalletOwner, to: WalletResult | null) {
  const [draft, setDraft] = useState(() => begunWith(userId, owner, to));
  const change = (changes: Partial<SendDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    const isEmpty = next.recipient === null && next.amount === '' && next.memo === '';
    drafts.keep(userId, placeOf(owner), isEmpty ? null : next);
  };
  return { ...draft, change };
}

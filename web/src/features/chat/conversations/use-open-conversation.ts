import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useConversation, useLog } from './conversations.api.ts';
import { foldHistory } from './messages.api.ts';
import { forgetOpening, openingOf } from './openings.ts';
import { isUnanswered } from './outbox.ts';
import { readableWithoutServer } from './replica/device-copy.ts';
import { useWithoutServer } from './replica/use-without-server.ts';
import { useBeginning } from './use-beginning.ts';

/** What is known of the conversation that is open: from the server, or what this device has kept. */
export function useOpenConversation(conversationId: string, userId: string) {
  const answer = useConversation(conversationId, userId);
  const { data, error, isPlaceholderData, refetch } = answer;
  const kept = useKept(conversationId, userId, answer);
  const conversation = data ?? kept?.conversation;
  const fetchedLog = useLog(conversationId);
  const log = fetchedLog ?? kept?.log;
  // What was known long ago says nothing of what is new.
  const answered = isPlaceholderData ? undefined : conversation;
  // As the list knew it: opening marks everything read.
  const [opened, setOpened] = useState(() => openingOf(conversationId) ?? answered);
  useEffect(() => forgetOpening(conversationId), [conversationId]);
  const client = useQueryClient();
  useEffect(() => () => foldHistory(client, conversationId), [client, conversationId]);
  if (answered && !opened) setOpened(answered);
  const hasBegun = useBeginning(conversationId, opened, log);
  return {
    conversation,
    log,
    opened,
    error,
    retry: () => void refetch(),
    /** Only what the list knew of it has come. */
    isPlaceholderData,
    /** What the server has answered, which can be marked as read. */
    fetched: isPlaceholderData ? undefined : data,
    fetchedLog,
    canBeShown: hasBegun && (!isPlaceholderData || kept !== null),
  };
}

/** What this device has of it while the server cannot be asked. */
function useKept(conversationId: string, myId: string, { data, error }: ReturnType<typeof useConversation>) {
  const isWanted = !data && error !== null && isUnanswered(error);
  const known = useWithoutServer(myId, isWanted);
  return useMemo(
    () => known && readableWithoutServer(known.state, conversationId, myId, known.blocks),
    [known, conversationId, myId],
  );
}

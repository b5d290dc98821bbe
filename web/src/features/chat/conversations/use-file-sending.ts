import { usualUploadPath } from '@dazi/contract/media/uploads.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/failures.ts';
import { localId } from '#platform/local-id.ts';
import { useSettings } from '#platform/settings.ts';
import { useStreamStatus } from '#platform/stream.ts';
import { showToast } from '#ui/toast-store.ts';
import { type ChatFileProblem, problemOf } from './chat-files.ts';
import { refreshLists } from './conversations.api.ts';
import {
  type Answered,
  addFiles,
  filesOf,
  prepared,
  type QueuedFile,
  sendFiles,
  useQueuedFiles,
  waitsForNetwork,
} from './file-queue.ts';
import { privateId } from './replica/device-copy.ts';

/** Sends what was chosen and says how it went; answers whether all of it was sent. */
export function useFileSending(conversationId: string, userId: string, receiverId: string | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const files = useQueuedFiles(conversationId);
  const uploadPath = useSettings().data?.uploadPath ?? usualUploadPath;
  const isSending = files.some(({ state }) => state === 'uploading');

  const send = useCallback(
    async (batch: { which?: (file: QueuedFile) => boolean; answers?: Answered | null }): Promise<boolean> => {
      try {
        await prepared(conversationId);
        const { sent, failed } = await sendFiles(
          client,
          conversationId,
          userId,
          receiverId,
          uploadPath,
          batch,
        );
        if (sent === 0 && failed.length === 0) return true;
        if (failed.length === 0) {
          showToast({ type: 'success', message: t('conversations.files.done', { n: sent }) });
        } else if (sent === 0 && failed.every(waitsForNetwork)) {
          showToast({ type: 'info', message: t('conversations.files.allWait') });
        } else if (sent === 0) {
          showToast({ type: 'error', message: t('conversations.files.allFailed') });
        } else {
          const message = t('conversations.files.someFailed', { ok: sent, failed: failed.length });
          showToast({ type: 'warning', message });
        }
        void refreshLists(client);
        return failed.length === 0;
      } catch (error) {
        logFailure(new Error('Upload process failed', { cause: error }));
        showToast({ type: 'error', message: t('conversations.files.allFailed') });
        return false;
      }
    },
    [conversationId, userId, receiverId, uploadPath, client, t],
  );

  const goOn = useEffectEvent(() => {
    if (filesOf(conversationId).some(waitsForNetwork)) void send({ which: waitsForNetwork });
  });
  useEffect(() => {
    const again = () => goOn();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  // The server was away and not the network, or the conversation is opened again since.
  const isConnected = useStreamStatus() === 'connected';
  useEffect(() => {
    if (isConnected) goOn();
  }, [isConnected]);

  /** The first of them answers to `answers`. */
  const sendAll = useCallback((answers: Answered | null = null) => send({ answers }), [send]);
  return { files, isSending, send: sendAll };
}

/** Judges files one by one; each that is refused says why. */
export function useTakeFiles(conversationId: string, isPrivate: boolean): (files: readonly File[]) => void {
  const { t } = useTranslation();
  return useCallback(
    (files) => {
      const textOf = (problem: ChatFileProblem): string => {
        switch (problem.kind) {
          case 'tooLarge':
            return t('conversations.files.tooLarge', { file: problem.file, n: problem.megabytes });
          case 'unsupported':
            return t('conversations.files.unsupported', { file: problem.file });
          case 'heic':
            return t('conversations.files.heic', { file: problem.file });
          case 'invalidImage':
            return t('conversations.files.invalidImage', { file: problem.file });
          case 'empty':
            return t('conversations.files.emptyFile', { file: problem.file });
        }
      };
      const refuse = (problem: ChatFileProblem) => showToast({ type: 'error', message: textOf(problem) });
      const taken: File[] = [];
      for (const file of files) {
        const problem = problemOf(file);
        if (problem) refuse(problem);
        else taken.push(file);
      }
      void addFiles(conversationId, taken, isPrivate ? () => privateId(localId()) : localId).then(
        (unreadable) => {
          for (const file of unreadable) refuse({ kind: 'invalidImage', file: file.name });
        },
      );
    },
    [conversationId, isPrivate, t],
  );
}

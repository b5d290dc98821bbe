import type { Language } from '@dazi/contract/identity/identity.rules';
import type { MailSettings } from '@dazi/contract/notifications/mail';
import { mailLimits } from '@dazi/contract/notifications/mail.rules';
import { noteLanguage } from '#features/identity/identity.service.ts';
import { tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import type { Mailer, MailOutcome } from '#platform/mail.ts';
import type { Notices } from '#platform/notices.ts';
import { mailBodies, mailRetries_ms } from './mail.rules.ts';
import * as store from './mail.store.ts';
import { composeDigest, digestCode, newUnsubscribing } from './mail-digest.service.ts';

export async function mailSettingsOf(deps: Deps, actor: Actor): Promise<MailSettings> {
  const { address, digest } = await store.findMailSettings(deps.db, actor.id);
  return { offered: deps.config.mail !== null, address, digest };
}

/** Errors: MAIL_NOT_OFFERED, MAIL_ADDRESS_MISSING. To be asked for no mail is always possible. */
export async function saveMailSettings(
  deps: Deps,
  actor: Actor,
  { digest, language }: { digest: boolean; language: Language },
): Promise<MailSettings> {
  return deps.transact(async (inner) => {
    const before = await mailSettingsOf(inner, actor);
    if (digest && !before.offered) throw new AppError('MAIL_NOT_OFFERED');
    if (digest && before.address === null) throw new AppError('MAIL_ADDRESS_MISSING');
    const nextDigestAt = new Date(inner.clock().getTime() + mailLimits.digestEvery_ms);
    await store.saveDigest(inner.db, actor.id, digest, nextDigestAt);
    await noteLanguage(inner, actor.id, language);
    tellPerson(inner, actor.id, { type: 'notification_settings_changed' });
    return { ...before, digest };
  });
}

/** In one run of the job: a stop waits for those under way and no others. */
const atOnce = 40;
/** What one node has taken is left to it for this long. */
const taken_ms = 2 * 60_000;

/** Sends mails that are due. Answers how many were looked at. */
export async function sendDueMails(deps: Deps, mailer: Mailer, notices: Notices): Promise<number> {
  const now = deps.clock();
  const until = new Date(now.getTime() + taken_ms);
  const due = await store.takeDueMails(deps.db, { now, until, limit: atOnce });
  await Promise.all(
    due.map(async (mail) => {
      // What cannot be composed is tried again: a failure of the moment loses no mail.
      const outcome = await sendOne(deps, mailer, notices, mail).catch((error): MailOutcome => {
        deps.log.error({ err: error, mail: mail.id }, 'mail not composed');
        return { outcome: 'later', reason: {} };
      });
      await settle(deps, mail, outcome);
    }),
  );
  return due.length;
}

const nothingToSay: MailOutcome = { outcome: 'sent', reason: {} };

async function sendOne(
  deps: Deps,
  mailer: Mailer,
  { mails: composers }: Notices,
  mail: store.DueMail,
): Promise<MailOutcome> {
  const recipient = await store.findRecipient(deps.db, mail);
  if (!recipient) return nothingToSay;
  const { language, email, isRead } = recipient;
  const isDigest = mail.code === digestCode;
  const composed = isDigest
    ? recipient.stands && recipient.wantsDigest && (await composeDigest(deps, mail.userId, language))
    : await composers[mail.code as keyof typeof composers]?.(deps, { ...mail, language, isRead });
  if (!composed) return nothingToSay;
  const { publicUrl } = deps.config;
  const footer = isDigest ? await newUnsubscribing(deps, mail.userId, language) : null;
  return mailer.send({
    messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
    to: email,
    subject: composed.subject,
    ...mailBodies(composed, { publicUrl, language, footer }),
    date: deps.clock(),
    unsubscribe: footer?.address ?? null,
  });
}

async function settle(deps: Deps, { id, code, attempts }: store.DueMail, { outcome, reason }: MailOutcome) {
  const wait_ms = mailRetries_ms[attempts - 1];
  if (outcome === 'later' && wait_ms !== undefined) {
    deps.log.warn({ mail: id, attempts, reason }, 'mail not sent, will be tried again');
    await store.putOffMail(deps.db, id, new Date(deps.clock().getTime() + wait_ms));
    return;
  }
  if (outcome !== 'sent') {
    deps.log.error({ mail: id, kind: code, attempts, reason }, 'mail given up');
    deps.measures.count('mail_failed', {});
  }
  await store.deleteMail(deps.db, id);
}

export const waitingMails = (deps: Deps): Promise<number> => store.countMails(deps.db);

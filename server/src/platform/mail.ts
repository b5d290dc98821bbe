import { createTransport } from 'nodemailer';
import type { MailSettings } from './config.ts';
import { isLoopback } from './environment.ts';

export interface Mail {
  /** The same at every try: whoever gets it twice shows it once. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Where one request, by whomever, ends mails of this kind. */
  unsubscribe: string | null;
}

/** `refused`: this address takes no mail, now or later. `later`: the server is away, or wants none at the moment. */
export interface MailOutcome {
  outcome: 'sent' | 'refused' | 'later';
  /** What a log line may say of it: never an address. */
  reason: { code?: string; status?: number };
}

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
}

/** Stopping waits for a mail under way: it ends before the process would be ended. */
const sendLimit_ms = 9_000;
const connections = 4;

export function openMailer({ smtp, from }: MailSettings): Mailer {
  const isHere = isLoopback(smtp.host);
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isSecure,
    // A name and a password leave this machine encrypted or not at all; a server on it has no certificate to show.
    requireTLS: !smtp.isSecure && smtp.login !== null && !isHere,
    ignoreTLS: !smtp.isSecure && isHere,
    ...(smtp.login && { auth: smtp.login }),
    connectionTimeout: sendLimit_ms / 3,
    greetingTimeout: sendLimit_ms / 3,
    socketTimeout: sendLimit_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, to, subject, text, html, date, unsubscribe }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...{ subject, text, html, date, messageId },
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== null && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.timeout(sendLimit_ms),
        });
        return { outcome: 'sent', reason: {} };
      } catch (error) {
        return judged(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Only what is said of the recipient is final: anything else may be a setting that somebody mends. */
function judged({ code, command, responseCode }: SmtpError): MailOutcome {
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return {
    outcome: isFinal ? 'refused' : 'later',
    reason: {
      ...(code !== undefined && { code }),
      ...(responseCode !== undefined && { status: responseCode }),
    },
  };
}

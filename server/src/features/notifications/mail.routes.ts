import type { Language } from '@dazi/contract/identity/identity.rules';
import { getMailSettings, saveMailSettings } from '@dazi/contract/notifications/mail';
import { unsubscribePath } from '@dazi/contract/notifications/mail.rules';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { languageIn } from '#platform/sign-in/attempts.ts';
import { plainPage } from './mail.rules.ts';
import * as mail from './mail.service.ts';
import { digestTexts } from './mail-digest.data.ts';
import { endsDigests, unsubscribe } from './mail-digest.service.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, getMailSettings, async ({ actor }) => ({ data: await mail.mailSettingsOf(deps, actor) }));

  handle(app, saveMailSettings, async ({ actor, body }) => ({
    data: await mail.saveMailSettings(deps, actor, body),
  }));

  endDigests(app, deps);
}

interface Asked {
  Querystring: { token?: unknown; language?: unknown };
}

const tokenIn = ({ token }: Asked['Querystring']) =>
  typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : null;

/**
 * The link at the end of a digest. Looking at it changes nothing, as programs follow links in mails; the button on it, and
 * the programs that have one of their own (RFC 8058), post.
 */
function endDigests(app: FastifyInstance, deps: Deps) {
  app.get<Asked>(
    unsubscribePath,
    { schema: { summary: 'The page behind the link that ends the weekly mails' } },
    async ({ query }, reply) => {
      const token = tokenIn(query);
      const language = languageIn(query.language) ?? 'en';
      const { page } = digestTexts[language];
      if (token === null || !(await endsDigests(deps, token))) return sendOld(deps, reply, language);
      return sendPage(deps, reply, language, { title: page.title, text: page.text, button: page.button });
    },
  );

  app.register(async (scope) => {
    await scope.register(formbody);
    scope.post<Asked>(
      unsubscribePath,
      {
        // The token alone says who; a page of others cannot know it.
        config: { fromAnyOrigin: true },
        schema: { summary: 'Ends the weekly mails of whoever the token was sent to' },
        bodyLimit: 4 * 1024,
      },
      async ({ query }, reply) => {
        const token = tokenIn(query);
        const language = languageIn(query.language) ?? 'en';
        const { page } = digestTexts[language];
        if (token === null || !(await unsubscribe(deps, token))) return sendOld(deps, reply, language);
        return sendPage(deps, reply, language, { title: page.done, text: page.doneText, button: null });
      },
    );
  });
}

function sendOld(deps: Deps, reply: FastifyReply, language: Language) {
  const { old, oldText } = digestTexts[language].page;
  return sendPage(deps, reply.code(404), language, { title: old, text: oldText, button: null });
}

function sendPage(
  deps: Deps,
  reply: FastifyReply,
  language: Language,
  words: { title: string; text: string; button: string | null },
) {
  const nonce = deps.ids.secret();
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(plainPage({ language, nonce, ...words }));
}

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { wholeCharacters } from '../clean-text.ts';
import { makeNonce, pagePolicy } from '../http/web-pages.ts';
import { type DemoAccount, signInLanguage, signInPage } from './demo-page.ts';

export const pagePath = '/demo-sign-in';

const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

interface DemoForm {
  provider: Provider;
  people: readonly DemoAccount[];
  /** Headers by which the provider makes its addresses. */
  forwarded: Readonly<Record<string, string>>;
  signedIn(account: DemoAccount): void;
}

type Page = Omit<Parameters<typeof signInPage>[0], 'nonce'>;

function sendPage(reply: FastifyReply, page: Page) {
  const nonce = makeNonce();
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .type('text/html; charset=utf-8')
    .send(signInPage({ ...page, nonce }));
}

export async function mountDemoForm(
  app: FastifyInstance,
  { provider, people, forwarded, signedIn }: DemoForm,
): Promise<void> {
  const pageOf = (uid: string, language: unknown) => ({
    action: `${pagePath}/${uid}`,
    language: signInLanguage(String(language)),
    people,
  });
  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    scope.get<{ Params: { uid: string } }>(
      `${pagePath}/:uid`,
      { schema: { hide: true } },
      async (request, reply) => {
        Object.assign(request.raw.headers, forwarded);
        const { params } = await provider.interactionDetails(request.raw, reply.raw);
        return sendPage(reply, { ...pageOf(request.params.uid, params.ui_locales), problem: null });
      },
    );
    scope.post<{ Params: { uid: string }; Body: Record<string, string> }>(
      `${pagePath}/:uid`,
      { schema: { hide: true }, bodyLimit: 10_000 },
      async (request, reply) => {
        Object.assign(request.raw.headers, forwarded);
        const { params } = await provider.interactionDetails(request.raw, reply.raw);
        const form = request.body ?? {};
        const email = String(form.email ?? '')
          .trim()
          .toLowerCase();
        const name = wholeCharacters(String(form.name ?? '').trim(), 50);
        if ('cancel' in form) {
          const cancelled = { error: 'access_denied', error_description: 'Cancelled' };
          return reply.redirect(await provider.interactionResult(request.raw, reply.raw, cancelled), 303);
        }
        const problem = emailPattern.test(email) ? (name ? null : 'name') : 'email';
        if (problem) {
          const page = pageOf(request.params.uid, params.ui_locales);
          return sendPage(reply.code(400), { ...page, problem, given: { email, name } });
        }
        signedIn({ email, name });
        const result = { login: { accountId: email } };
        const next = await provider.interactionResult(request.raw, reply.raw, result, {
          mergeWithLastSubmission: false,
        });
        return reply.redirect(next, 303);
      },
    );
    // A form that was sent before: the callback knows whether somebody is signed in by now.
    scope.setErrorHandler(async (_error, _request, reply) =>
      reply.redirect('/api/auth/callback?error=invalid_request', 303),
    );
  });
}

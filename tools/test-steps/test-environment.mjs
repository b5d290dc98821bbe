import { rmSync } from 'node:fs';
import { inRepository } from '../repository.mjs';

/** What a developer may have set for a running Dazi and no test may see. */
const settings =
  /^(NODE_ENV|HOST|PORT|PUBLIC_URL|DATA_DIR|MEDIA_DIR|DATABASE_|MOVE_TO|METRICS_|LOG_|NODE_NAME|UPLOAD_PATH|REDIS_URL|NATS_URL|GATHER_MS|OUTBOX_DAYS|MAP_|S3_|OIDC_|GOOGLE_|DEMO_|OPERATOR_|ADMIN_EMAILS|REGISTRATION|DATA_LOCATION|POSITION_SECRET|TRUST_PROXY|RATE_LIMIT_|OPENING_DEPOSIT|VAPID_|SMTP_|MAIL_|MESSAGE_DAYS|TEST_DATABASE_URL)/;

/**
 * @param {NodeJS.ProcessEnv} [additions]
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(additions = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(inherited), ...additions };
}

/**
 * Where a test runner writes its report; an older one is removed, so that a crash is not taken for it.
 * @param {string} name
 */
export function freshReport(name) {
  const file = inRepository('.cache', 'test', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

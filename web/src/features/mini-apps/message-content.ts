import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import type { MiniAppMessage } from '@dazi/contract/mini-apps/mini-apps';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldsIn(content: string): Fields | null {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

const hasTexts = (fields: Fields, ...names: readonly string[]) =>
  names.every((name) => typeof fields[name] === 'string');

/** Null for what is no mini app. */
export function miniAppIn(content: string): MiniAppMessage | null {
  const fields = fieldsIn(content);
  if (!fields || !hasTexts(fields, 'miniAppId', 'appType', 'title')) return null;
  return fields as unknown as MiniAppMessage;
}

/** Null for what is no result. */
export function resultIn(content: string): MiniAppResult | null {
  const fields = fieldsIn(content);
  if (!fields || fields.type !== 'mini-app-result') return null;
  if (!hasTexts(fields, 'appType', 'title', 'generatedText') || !isFields(fields.results)) return null;
  return fields as unknown as MiniAppResult;
}

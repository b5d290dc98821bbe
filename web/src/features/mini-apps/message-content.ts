import { type MiniAppResult, miniAppResultSchema } from '@dazi/contract/mini-app-kit';
import { type MiniAppMessage, miniAppMessageSchema } from '@dazi/contract/mini-apps';

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** Null for what is no mini app. */
export function miniAppIn(content: string): MiniAppMessage | null {
  const read = miniAppMessageSchema.safeParse(parsed(content));
  return read.success ? read.data : null;
}

/** Null for what is no result. */
export function resultIn(content: string): MiniAppResult | null {
  const read = miniAppResultSchema.safeParse(parsed(content));
  return read.success ? read.data : null;
}

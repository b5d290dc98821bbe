import { couldRead } from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import { findMiniApps } from './mini-apps-account.store.ts';

/** A mini app as something to report, by who sees its message; it goes with that. */
export const reportableMiniApp = (message: ReportTarget): ReportTarget => ({
  async ownerOf(deps, actor, miniAppId) {
    const [app] = await findMiniApps(deps.db, [miniAppId]);
    if (!app || !(await couldRead(deps, actor, app))) throw new AppError('MINI_APP_NOT_FOUND');
    return app.createdBy;
  },

  async snapshots(deps, miniAppIds) {
    const apps = await findMiniApps(deps.db, miniAppIds);
    const messageIds = apps.map(({ messageId }) => messageId);
    const said = await message.snapshots(deps, messageIds);
    return new Map(
      apps.map(({ id, title, config, createdBy, createdAt, messageId }) => {
        const around = said.get(messageId);
        const { room = null, isPrivate = true } = around ?? {};
        const { goneAt = null, goneBy = null } = around ?? {};
        const content = [title, ...wordsOf(config)].join('\n');
        const where = { room, isPrivate, goneAt, goneBy, type: null, mediaIds: [] };
        return [id, { ownerId: createdBy, content, ...where, createdAt }];
      }),
    );
  },

  async roomLeaders(deps, miniAppIds) {
    const apps = await findMiniApps(deps.db, miniAppIds);
    const ofMessages = apps.map(({ messageId }) => messageId);
    const leaders = await message.roomLeaders!(deps, ofMessages);
    return new Map(
      apps.flatMap(({ id, messageId }) => {
        const leader = leaders.get(messageId);
        return leader ? [[id, leader] as const] : [];
      }),
    );
  },

  async remove(inner, miniAppId, removal) {
    const [app] = await findMiniApps(inner.db, [miniAppId]);
    return app !== undefined && (await message.remove!(inner, app.messageId, removal));
  },
});

/** Everything that somebody wrote when they set it up: a question, options. */
function wordsOf(config: unknown): string[] {
  if (typeof config === 'string') return [config];
  return typeof config === 'object' && config !== null ? Object.values(config).flatMap(wordsOf) : [];
}

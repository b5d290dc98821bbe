import sharp from 'sharp';
import { castBoardVote, createMotion, voteOnMotion } from '#features/governance/governance.service.ts';
import { accountOf, refreshAccount } from '#features/identity/identity.service.ts';
import { saveProfile } from '#features/people/profiles/profiles.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { type Actor, actorFor } from '#platform/http/viewer.ts';
import { loadConversations } from './demo-conversations.service.ts';
import { loadPlans } from './demo-plans.service.ts';
import { loadPosts } from './demo-posts.service.ts';
import { forgetLoading, hasPosts, rememberLoading } from './demo-town.store.ts';
import { demoGifts } from './gifts.data.ts';
import { demoBoardVotes, demoMotions } from './governance.data.ts';
import { demoPeople } from './people.data.ts';
import { type PictureName, pictureNames, pictureSvg } from './pictures.data.ts';
import { allOf, at, minute_ms, type Town } from './town.service.ts';

export const demoAccounts = demoPeople.map(({ email, name }) => ({ email, name }));

/** Whether the town can be loaded: demo mode, and nobody has posted yet. */
export async function isOffered(deps: Deps): Promise<boolean> {
  return deps.config.provider === null && !(await hasPosts(deps.db));
}

/** Fills the database through the verbs that a person would use; once, and in demo mode only. */
export async function loadDemoTown(deps: Deps, issuer: string) {
  if (deps.config.provider !== null) throw new AppError('DEMO_TOWN_CLOSED');
  if (await hasPosts(deps.db)) throw new AppError('DEMO_TOWN_LOADED');
  if (!(await rememberLoading(deps.db, deps.ids.secret()))) throw new AppError('DEMO_TOWN_LOADED');

  try {
    return await buildTown(deps, issuer);
  } catch (error) {
    await forgetLoading(deps.db);
    throw error;
  }
}

async function buildTown(deps: Deps, issuer: string) {
  const now = deps.clock();
  const longAgo = at(deps, new Date(now.getTime() - 40 * 24 * 60 * minute_ms));
  const [actors, pictures] = await allOf([makePeople(longAgo, issuer), renderPictures()]);
  const lastSeen = new Map<string, Date>();
  const seen: Town['seen'] = (who, when) => {
    if (when > (lastSeen.get(who) ?? longAgo.clock())) lastSeen.set(who, when);
  };
  const town: Town = { deps, actors, pictures, now, seen };
  // Side by side: the one waits for pictures to be made smaller, the other for the database.
  const [posted, said] = await allOf([loadPosts(town), loadConversations(town)]);
  const planned = await loadPlans(town);
  const boardVotes = await deps.transact((inner) => loadGovernance({ ...town, deps: inner }));
  for (const [who, when] of lastSeen) await refreshAccount(at(deps, when), actors.get(who)!);
  return {
    people: demoPeople.length,
    ...posted,
    ...said,
    ...planned,
    transfers: demoGifts.length,
    boardVotes,
    motions: demoMotions.length,
  };
}

async function makePeople(longAgo: Deps, issuer: string): Promise<ReadonlyMap<string, Actor>> {
  const soonAfter = at(longAgo, new Date(longAgo.clock().getTime() + minute_ms));
  const actors = new Map<string, Actor>();
  for (const person of demoPeople) {
    const { id, createdAt } = await accountOf(
      longAgo,
      {
        issuer,
        subject: person.email,
        email: person.email,
        emailVerified: true,
        name: person.name,
      },
      'demo-town',
    );
    const actor = actorFor({ id, name: person.name, avatarUrl: null, createdAt: new Date(createdAt) });
    await saveProfile(longAgo, actor, {
      displayName: person.name,
      bio: person.bio,
      age: person.age,
      gender: person.gender,
      confirmed: true,
      interests: [...person.interests],
      lookingFor: [...person.lookingFor],
      // The town is invented: its people stand where the posts say.
      privacy: { locationSharing: { enabled: true, precision: 'exact' }, showLocation: 'exact' },
    });
    // Somebody who has changed their profile once is not asked again whether this is them.
    await saveProfile(soonAfter, actor, { bio: person.bio });
    actors.set(person.key, actor);
  }
  return actors;
}

async function renderPictures(): Promise<Map<PictureName, string>> {
  const rendered = new Map<PictureName, string>();
  for (const name of pictureNames) {
    const jpeg = await sharp(Buffer.from(pictureSvg(name)))
      .jpeg({ quality: 88 })
      .toBuffer();
    rendered.set(name, `data:image/jpeg;base64,${jpeg.toString('base64')}`);
  }
  return rendered;
}

/** Who wants whom on the board, and what was put to it since. Answers how many votes. */
async function loadGovernance({ deps, actors, now, seen }: Town): Promise<number> {
  const ago = (minutes: number) => at(deps, new Date(now.getTime() - minutes * minute_ms));
  const candidates = Object.entries(demoBoardVotes);
  const rounds = Math.max(...candidates.map(([, voters]) => voters.length));
  let votes = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [candidate, voters] of candidates) {
      const voter = voters[round];
      if (voter === undefined) continue;
      // Seven hours after the one before: three weeks in all.
      const then = ago((33 * 24 - votes * 7) * 60);
      const candidateId = actors.get(candidate)!.id;
      await castBoardVote(then, actors.get(voter)!, { candidateId, action: 'add' });
      seen(voter, then.clock());
      votes++;
    }
  }
  for (const { by, title, content, daysAgo, yes } of demoMotions) {
    const minutes = daysAgo * 24 * 60;
    const { id } = await createMotion(ago(minutes), actors.get(by)!, { title, content });
    for (const [index, voter] of yes.entries()) {
      const then = ago(minutes - (index + 1) * 60);
      await voteOnMotion(then, actors.get(voter)!, id, 'YES');
      seen(voter, then.clock());
    }
  }
  return votes;
}

import type {
  BallotVote,
  BoardMember,
  ChainLink,
  castBoardVote,
  createMotion,
  GovernanceChain,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listResolutions,
  listVotingRecords,
  Motion,
  Resolution,
  VotingRecord,
  voteOnMotion,
} from '@dazi/contract/governance/governance';
import { boardSize, governanceLimits, governanceParts } from '@dazi/contract/governance/governance.rules';
import type { GovernancePart } from '@dazi/contract/governance/governance-events';
import type { Head } from '@dazi/contract/kernel/chain';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, call, urlOf } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { failingAs } from '#platform/failures.ts';
import { untilAnswered } from '#platform/lost-answers.ts';
import type { Language } from '#platform/storage.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';

const governanceKeys = {
  rules: (language: Language) => ['governance', 'rules', language] as const,
  board: ['governance', 'board'] as const,
  vote: (candidateId: string) => ['governance', 'vote', candidateId] as const,
  motions: ['governance', 'motions'] as const,
  resolutions: ['governance', 'resolutions'] as const,
  records: ['governance', 'records'] as const,
};

/** What is opened is asked for anew; from then on the stream tells (`governance.live.ts`). */
const asked = { staleTime: 0 };

interface Page<Item> {
  data: readonly Item[];
  nextCursor: string | null;
}
interface Motioned {
  motion: Motion;
  /** What it became. */
  resolution: Resolution | undefined;
}
interface ResolutionPage extends Page<Resolution> {
  total: number;
}
type Pages<Of> = InfiniteData<Of, string | null>;

const rulesFiles: Record<Language, readonly string[]> = {
  en: ['/manifesto.txt'],
  ja: ['/manifesto.ja.txt', '/manifesto.txt'],
  zh: ['/manifesto.zh.txt', '/manifesto.txt'],
};

/** The rules in the reader's language, or in English where they are not there in it. */
export async function fetchRules(language: Language, signal: AbortSignal): Promise<string> {
  let failure: unknown;
  for (const file of rulesFiles[language]) {
    try {
      const response = await fetch(file, { signal });
      const isText = response.headers.get('content-type')?.startsWith('text/plain');
      if (response.ok && isText) return await response.text();
      failure = new Error(`${file}: ${response.status}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export const useRules = (language: Language) =>
  useQuery({
    queryKey: governanceKeys.rules(language),
    queryFn: ({ signal }) => fetchRules(language, signal),
    retry: false,
  });

export const useBoard = () =>
  useQuery({
    queryKey: governanceKeys.board,
    queryFn: async ({ signal }) => {
      const asking = call<typeof listBoardMembers>('GET', '/api/governance/board-members', { signal });
      return (await failingAs(asking, () => 'Failed to load board members')).data as BoardMember[];
    },
    ...asked,
  });

/** Who would come next, behind the 12 seats. */
export const useCandidates = () =>
  useInfiniteQuery({
    queryKey: [...governanceKeys.board, 'behind'],
    initialPageParam: boardSize as number,
    queryFn: async ({ pageParam: from, signal }) => {
      const asking = call<typeof listBoardMembers>('GET', '/api/governance/board-members', {
        query: { from },
        signal,
      });
      const data = (await failingAs(asking, () => 'Failed to load board members')).data as BoardMember[];
      return { data, next: data.length < governanceLimits.page ? null : from + data.length };
    },
    getNextPageParam: ({ next }) => next,
    ...asked,
  });

/** What passed is among the resolutions. */
export const useMotions = () =>
  useInfiniteQuery({
    queryKey: governanceKeys.motions,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Page<Motion>> => {
      const asking = call<typeof listMotions>('GET', '/api/governance/motions', {
        query: { except: 'PASSED', ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return (await failingAs(asking, () => 'Failed to load motions')) as Page<Motion>;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...asked,
  });

export const useResolutions = () =>
  useInfiniteQuery({
    queryKey: governanceKeys.resolutions,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<ResolutionPage> => {
      const asking = call<typeof listResolutions>('GET', '/api/governance/resolutions', {
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      });
      return (await failingAs(asking, () => 'Failed to load resolutions')) as ResolutionPage;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...asked,
  });

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A motion that the address names; kept with the motions, so that it follows them. */
export const useNamedMotion = (motionId: string | null) =>
  useQuery({
    queryKey: [...governanceKeys.motions, motionId],
    queryFn: async ({ signal }): Promise<Motioned> => {
      const { data, resolution } = await call<typeof getMotion>('GET', '/api/governance/motions/{motionId}', {
        params: { motionId: motionId! },
        signal,
      });
      return { motion: data as Motion, resolution: resolution as Resolution | undefined };
    },
    // What is not there will not be, whatever else is voted.
    enabled: ({ state: { error } }) => motionId !== null && !isMissing(error),
    ...asked,
  });

/** A resolution that the address names; null when there is none of that number. */
export const useNamedResolution = (number: number | null) =>
  useQuery({
    queryKey: [...governanceKeys.resolutions, number],
    queryFn: async ({ signal }): Promise<Resolution | null> => {
      const query = { cursor: String(number! + 1), limit: 1 };
      const [found] = (
        await call<typeof listResolutions>('GET', '/api/governance/resolutions', { query, signal })
      ).data as Resolution[];
      return found?.number === number ? found : null;
    },
    enabled: number !== null,
    ...asked,
  });

/** Why the voting records are not there, as it is said on the screen. */
export class RecordsFailure extends Error {
  /** Null when no answer came: then `reason` says why, else it is what was answered. */
  readonly status: number | null;
  readonly reason: string;

  constructor(status: number | null, reason: string) {
    super(
      status === null ? `Network error: ${reason}` : `Failed to load voting records (${status}): ${reason}`,
    );
    this.name = 'RecordsFailure';
    this.status = status;
    this.reason = reason;
  }
}

/** An envelope says what is wrong in one of its fields; whatever else answers is quoted, not at length. */
function whatIsAnswered(body: string): string {
  try {
    const { error } = JSON.parse(body);
    if (typeof error === 'string') return error;
  } catch {
    // Then it is no envelope.
  }
  return body.trim().slice(0, 200);
}

const recordsPath: (typeof listVotingRecords)['path'] = '/api/governance/voting-records';

export async function fetchRecords(cursor: string | null, signal?: AbortSignal): Promise<Page<VotingRecord>> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(urlOf(recordsPath, {}, { cursor }), {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
      ...(signal && { signal }),
    });
    body = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RecordsFailure(null, error instanceof Error ? error.message : String(error));
  }
  if (!response.ok) throw new RecordsFailure(response.status, whatIsAnswered(body));
  try {
    return JSON.parse(body) as Page<VotingRecord>;
  } catch {
    throw new RecordsFailure(response.status, whatIsAnswered(body));
  }
}

export const useVotingRecords = () =>
  useInfiniteQuery({
    queryKey: governanceKeys.records,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchRecords(pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // What failed is said at once, with a button.
    retry: false,
    ...asked,
  });

export async function fetchChainLinks(
  chain: GovernanceChain,
  after: number,
  signal: AbortSignal,
): Promise<{ links: readonly ChainLink[]; head: Head }> {
  const { data, head } = await call<typeof listChainLinks>('GET', '/api/governance/chains/{chain}', {
    params: { chain },
    query: { after },
    signal,
  });
  return { links: data as ChainLink[], head };
}

export const useBoardVote = (voterId: string | null, candidateId: string) =>
  useQuery({
    queryKey: governanceKeys.vote(candidateId),
    queryFn: async ({ signal }) => {
      const body = { voterId: voterId!, candidateId, action: 'check' } as const;
      const asking = call<typeof castBoardVote>('POST', '/api/governance/board-votes', { body, signal });
      return (await failingAs(asking, () => 'Failed to check the board vote')).hasVoted;
    },
    enabled: voterId !== null && voterId !== candidateId,
    ...asked,
  });

/** Asks anew for lists that are shown, for the others when they are. Who may vote on a motion changes with the board. */
export const refreshParts = (client: QueryClient, parts: readonly GovernancePart[]) => {
  const all = new Set(parts.includes('board') ? [...parts, 'motions' as const] : parts);
  return Promise.all([...all].map((part) => client.invalidateQueries({ queryKey: governanceKeys[part] })));
};

/** Shows the vote at once; who is on the board, and what passed with that, is asked for. */
export function useCastBoardVote(voterId: string, candidateId: string) {
  const client = useQueryClient();
  const show = (hasVoted: boolean) => {
    client.setQueryData(governanceKeys.vote(candidateId), hasVoted);
    client.setQueryData<BoardMember[]>(governanceKeys.board, (board) =>
      board?.map((member) => (member.id === candidateId ? withVote(member, hasVoted) : member)),
    );
  };
  return useMutation({
    meta: { failure: 'Failed to vote' },
    scope: { id: 'board vote' },
    mutationFn: async (add: boolean) => {
      const body = { voterId, candidateId, action: add ? 'add' : 'remove' } as const;
      // To vote twice is to vote once.
      const send = () => call<typeof castBoardVote>('POST', '/api/governance/board-votes', { body });
      return (await untilAnswered(send)).hasVoted;
    },
    onMutate: async (add) => {
      // An answer under way would bring the state of before.
      await client.cancelQueries({ queryKey: governanceKeys.board });
      await client.cancelQueries({ queryKey: governanceKeys.vote(candidateId) });
      show(add);
    },
    onSuccess: show,
    onError: (_error, add) => show(!add),
    onSettled: () => {
      void refreshParts(client, governanceParts);
    },
  });
}

function withVote(member: BoardMember, hasVoted: boolean): BoardMember {
  if (member.hasVoted === hasVoted) return member;
  return { ...member, hasVoted, vote_count: member.vote_count + (hasVoted ? 1 : -1) };
}

export function useCreateMotion(createdBy: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to create motion' },
    mutationFn: async (text: { title: string; content: string }) => {
      const { data } = await sendOnce(createdBy, 'motion', text, (clientId) =>
        call<typeof createMotion>('POST', '/api/governance/motions', {
          body: { ...text, createdBy, clientId },
        }),
      );
      return data as Motion;
    },
    onSuccess: (motion) =>
      client.setQueryData<Pages<Page<Motion>>>(governanceKeys.motions, (shown) => withCreated(shown, motion)),
    onSettled: () => void refreshParts(client, ['motions', 'board']),
  });
}

/** What it becomes is shown with the answer: the motion as it is now, and the resolution on top. */
export function useVoteOnMotion(voterId: string, motionId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to vote on the motion' },
    mutationFn: async (vote: BallotVote) => {
      const answer = await call<typeof voteOnMotion>('POST', '/api/governance/motions/{motionId}/vote', {
        params: { motionId },
        body: { voterId, vote },
      });
      return { motion: answer.data as Motion, resolution: answer.resolution as Resolution | undefined };
    },
    onSuccess: ({ motion, resolution }) => {
      client.setQueryData<Pages<Page<Motion>>>(governanceKeys.motions, (shown) => withMotion(shown, motion));
      if (!resolution) return;
      client.setQueryData<Pages<ResolutionPage>>(governanceKeys.resolutions, (shown) =>
        withResolution(shown, resolution),
      );
    },
    onSettled: () => {
      void refreshParts(client, ['motions', 'resolutions', 'board']);
      void refreshWaitingCount(client);
    },
  });
}

type Shown<Of> = Pages<Of> | undefined;

/** On top, or where it stands already: the stream may have been faster than the answer. */
function withCreated(shown: Shown<Page<Motion>>, motion: Motion): Shown<Page<Motion>> {
  const [first, ...others] = shown?.pages ?? [];
  if (!shown || !first) return shown;
  if (shown.pages.some(({ data }) => data.some(({ id }) => id === motion.id)))
    return withMotion(shown, motion);
  return { ...shown, pages: [{ ...first, data: [motion, ...first.data] }, ...others] };
}

/** What passed is a resolution from then on. */
function withMotion(shown: Shown<Page<Motion>>, motion: Motion): Shown<Page<Motion>> {
  const now = motion.status === 'PASSED' ? [] : [motion];
  return (
    shown && {
      ...shown,
      pages: shown.pages.map((page) => ({
        ...page,
        data: page.data.flatMap((one) => (one.id === motion.id ? now : [one])),
      })),
    }
  );
}

export function withResolution(shown: Shown<ResolutionPage>, resolution: Resolution): Shown<ResolutionPage> {
  const [first, ...others] = shown?.pages ?? [];
  if (!shown || !first || first.data.some(({ number }) => number === resolution.number)) return shown;
  const added = { ...first, data: [resolution, ...first.data], total: first.total + 1 };
  return { ...shown, pages: [added, ...others] };
}

export { browserDigest } from './chain-verification.ts';

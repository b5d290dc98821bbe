import { foldedLink } from '@dazi/contract/kernel/links';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { LinkFold } from './folded-links.ts';

/** Words as everybody reads them; `withoutLinks` of the contract says the same. */
export const shownWords = (words: SQL, fold: SQL): SQL =>
  sql`CASE WHEN ${fold} = 'folded' THEN regexp_replace(${words}, 'https?://[^[:space:]]*', ${foldedLink}, 'gi') ELSE ${words} END`;

/** New words are looked at anew; while they are folded they stay so. */
export const foldAfterEdit = (fold: Column): SQL<LinkFold | null> => sql`nullif(${fold}, 'shown')`;

/** What was shown once is folded no more: else one account after the other could keep it folded. */
export const mayTurn = (fold: Column, to: LinkFold): SQL =>
  to === 'folded' ? sql`${fold} IS NULL` : sql`${fold} IS DISTINCT FROM 'shown'`;

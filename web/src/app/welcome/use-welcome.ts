import { useState } from 'react';
import { useLocation } from 'react-router';
import { askedPostId } from '#app/posts/use-post-selection.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { readStored, stored } from '#platform/storage.ts';
import { entered } from '#platform/visit-mark.ts';

export interface Welcome {
  /** Waiting: it is not known yet whether somebody is signed in. */
  state: 'waiting' | 'open' | 'closed';
  /** Not before the next visit again. */
  enter(): void;
  /** Just now, and not at another time of the visit. */
  wasEntered: boolean;
}

/** Once a visit, for people who are not signed in, but not over a post, plan or room that was asked for. */
export function useWelcome(): Welcome {
  const { status } = useSession();
  const { pathname, state: asked } = useLocation();
  const [closed, setClosed] = useState(
    entered.isSet || /^\/(post|plan|chat-rooms)\//.test(pathname) || askedPostId(asked) !== undefined,
  );
  const [wasEntered, setEntered] = useState(false);
  const enter = () => {
    entered.set();
    setClosed(true);
    setEntered(true);
  };
  const isNewcomer = status === 'loading' && readStored(stored.user) === null;
  const state = closed ? 'closed' : isNewcomer ? 'waiting' : status === 'signed-out' ? 'open' : 'closed';
  return { state, enter, wasEntered };
}

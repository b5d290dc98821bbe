import type { Problem } from './finds.ts';

interface Expected {
  kind: Problem['kind'];
  what: RegExp;
  /** Only where this is missing, or was a moment ago. */
  without?: 'network';
}

/** What a walker comes across and nobody has to mend: few and narrow, each with its reason. */
export const expectedProblems: readonly Expected[] = [
  // Where things lie on a map, and how near to each other, nobody chooses. The list beside it has them all.
  { kind: 'accessibility', what: /^target-size: .*class="(cluster|marker)\b/ },
  // The browser tells of each refused request in words of its own; answers are looked at by themselves.
  { kind: 'console', what: /Failed to load resource: the server responded with a status of/ },
  // What is asked for while there is no network fails, and the browser says so.
  { kind: 'console', what: /net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)/, without: 'network' },
  // The page says so on the screen as well, with another attempt.
  { kind: 'console', what: /PartNotLoaded/, without: 'network' },
  { kind: 'picture', what: /./, without: 'network' },
  // On a phone the filters stand in a row that is swiped; of its chips what is not in sight comes so.
  { kind: 'misfit', what: /^scrolls sideways: section\.map-filter-bar / },
  { kind: 'misfit', what: /^cut off: .* by section\.map-filter-bar / },
  { kind: 'misfit', what: /^leaves the window: button\.chip\.float/ },
  { kind: 'misfit', what: /^covered: .* by button\.chip\.float/ },
  // Who has no profile yet asks for it before it is made.
  { kind: 'answer', what: /^404 GET \/api\/profiles\/[\w-]+ / },
];

import type { ReactElement, ReactNode } from 'react';

/** Small drawings, one for each kind of emptiness. */
const drawings = {
  nearby: (
    <>
      <circle cx="66" cy="50" r="42" fill="var(--own-soft)" />
      <circle cx="66" cy="50" r="42" fill="none" stroke="var(--own)" strokeWidth="2" strokeDasharray="4 6" />
      <circle cx="66" cy="50" r="22" fill="none" stroke="var(--own)" strokeWidth="2" opacity=".5" />
      <circle cx="66" cy="50" r="7" fill="var(--own)" stroke="var(--n-0)" strokeWidth="3" />
      <circle cx="108" cy="22" r="11" fill="var(--brand)" stroke="var(--surface)" strokeWidth="3" />
      <rect
        x="12"
        y="64"
        width="20"
        height="20"
        rx="7"
        fill="var(--room)"
        stroke="var(--surface)"
        strokeWidth="3"
      />
    </>
  ),
  talk: (
    <>
      <path
        d="M48 14a30 30 0 0 1 30 30 30 30 0 0 1-39 28.600L20 80l6-16A30 30 0 0 1 48 14Z"
        fill="var(--brand)"
      />
      <path d="M86 30a28 28 0 0 1 22 46l6 15-18-6A28 28 0 1 1 86 30Z" fill="var(--room)" />
      <path d="M77.900 42A28 28 0 0 0 60.500 71.200 30 30 0 0 0 77.900 42Z" fill="var(--green-800)" />
      <g fill="var(--on-brand)">
        <circle cx="37" cy="44" r="3" />
        <circle cx="48" cy="44" r="3" />
        <circle cx="59" cy="44" r="3" />
      </g>
    </>
  ),
  map: (
    <>
      <path
        d="M16 22l32-10 36 12 32-10v60L84 84 48 72 16 82Z"
        fill="var(--map-land)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <path d="M48 12v60M84 24v60" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="4 5" />
      <path
        d="M16 62c24-10 40 6 66-8 14-8 22-6 34-10"
        stroke="var(--map-water)"
        strokeWidth="9"
        fill="none"
      />
    </>
  ),
  'map-error': (
    <>
      <path
        d="M16 22l32-10 36 12 32-10v60L84 84 48 72 16 82Z"
        fill="var(--map-land)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <path d="M48 12v60M84 24v60" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="4 5" />
      <path
        d="M16 62c24-10 40 6 66-8 14-8 22-6 34-10"
        stroke="var(--map-water)"
        strokeWidth="9"
        fill="none"
      />
      <circle cx="98" cy="66" r="17" fill="var(--danger-soft)" stroke="var(--danger)" strokeWidth="2.500" />
      <path d="M92 60l12 12M104 60 92 72" stroke="var(--danger)" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  lock: (
    <>
      <circle cx="66" cy="48" r="36" fill="var(--surface-3)" />
      <g fill="none" stroke="var(--text-2)" strokeWidth="3.500" strokeLinejoin="round">
        <rect x="50" y="46" width="32" height="22" rx="6" />
        <path d="M56 46v-7a10 10 0 0 1 20 0v7" />
      </g>
    </>
  ),
} satisfies Record<string, ReactNode>;

interface EmptyStateProps {
  /** One of these, or an own one on 132 x 96; none above something else that is shown. */
  drawing?: keyof typeof drawings | ReactElement | undefined;
  title: string;
  text?: string;
  /** One next step. */
  children?: ReactNode;
}

/** Says why there is nothing, and offers one next step. */
export function EmptyState({ drawing, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {drawing && (
        <svg className="art" viewBox="0 0 132 96" aria-hidden="true" focusable="false">
          {typeof drawing === 'string' ? drawings[drawing] : drawing}
        </svg>
      )}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** Drawn on 24 x 24 with the stroke of `.i`, most as one path; dots are short strokes with a wider pen. */
const drawings = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19.5 7',
  back: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5',
  'chevron-left': 'm14.5 5.5-6.5 6.5 6.5 6.5',
  'chevron-right': 'm9.5 5.5 6.5 6.5-6.5 6.5',
  'chevron-down': 'm5.5 9.5 6.5 6.5 6.5-6.5',
  'chevron-up': 'm5.5 14.5 6.5-6.5 6.5 6.5',
  keyboard: (
    <>
      <rect x="3" y="6" width="18" height="12.5" rx="2.5" />
      <path d="M7 10h.2M10.4 10h.2M13.8 10h.2M17 10h.2M7 14.5h10" strokeWidth="1.9" />
    </>
  ),
  post: 'M5.5 4.5h13A1.5 1.5 0 0 1 20 6v9.5a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.5V17h-2A1.5 1.5 0 0 1 4 15.5V6a1.5 1.5 0 0 1 1.5-1.5Z',
  message:
    'M20.5 11.6c0 4.2-3.8 7.6-8.5 7.6-1.1 0-2.2-.2-3.2-.5L4 20.2l1.4-3.8c-1.2-1.3-1.9-3-1.9-4.8C3.5 7.4 7.3 4 12 4s8.5 3.4 8.5 7.6Z',
  governance:
    'M3.5 9 12 4l8.5 5M5 9.5h14M6.5 9.5v7.5M10.2 9.5v7.5M13.8 9.5v7.5M17.5 9.5v7.5M4 19.5h16M5 17h14',
  image: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
      <circle cx="9" cy="10" r="1.7" />
      <path d="m4 17 4.8-4 3.2 2.5 4-4 4.5 4" />
    </>
  ),
  play: <path d="M8 5.5v13l11-6.5-11-6.5Z" fill="currentColor" />,
  camera: (
    <>
      <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7h2.7l1.5-2.5h4.6L15.8 7h2.7A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-9Z" />
      <circle cx="12" cy="13" r="3.3" />
    </>
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8.5 14c.8 1.4 2 2.1 3.5 2.1s2.7-.7 3.5-2.1" />
      <path d="M9 9.6v.3M15 9.6v.3" strokeWidth="2.4" />
    </>
  ),
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  flag: 'M6 21V4.5M6 5.2c4-2.2 7.5 1.6 12-.6v9c-4.5 2.2-8-1.6-12 .6',
  trash: 'M4.5 6.5h15M9 6.5V4.5h6v2M6.5 6.5l.8 13h9.4l.8-13M10 10.5v5.5M14 10.5v5.5',
  pencil: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5l-4.5 1ZM13.5 7l3.5 3.5',
  share:
    'M12 15V3.5M7.5 7.5 12 3.5l4.5 4M6.5 11.5h-1A1.5 1.5 0 0 0 4 13v6a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-6a1.5 1.5 0 0 0-1.5-1.5h-1',
  reply: 'M4.5 11.5 10 6v3.5c5.5 0 9 2.5 9.5 8.5-2-3-4.5-4.5-9.5-4.5V17l-5.5-5.5Z',
  bookmark: 'M6.5 4.5h11v16L12 16.3 6.5 20.5v-16Z',
  bookmarked: <path d="M6.5 4.5h11v16L12 16.3 6.5 20.5v-16Z" fill="currentColor" />,
  filter: (
    <>
      <path d="M4 8h8.5M18 8h2M4 16h2M11.5 16H20" />
      <circle cx="15.2" cy="8" r="2.6" />
      <circle cx="8.7" cy="16" r="2.6" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="5.5" cy="12" r="1.7" />
      <circle cx="12" cy="12" r="1.7" />
      <circle cx="18.5" cy="12" r="1.7" />
    </g>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.8 20c.6-3.7 3.5-5.9 7.2-5.9s6.6 2.2 7.2 5.9" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.8 19.5c.5-3.3 3-5.3 6.2-5.3s5.7 2 6.2 5.3M15.5 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.6c2 .7 3.4 2.4 3.7 4.9" />
    </>
  ),
  'people-plus': (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.8 19.5c.5-3.3 3-5.3 6.2-5.3s5.7 2 6.2 5.3M18.5 7v6M15.5 10h6" />
    </>
  ),
  ban: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m6 6 12 12" />
    </>
  ),
  radius: (
    <>
      <circle cx="12" cy="12" r="8.5" strokeDasharray="3 3" />
      <path d="M12 12h5.5" />
      <path d="M12 12v.2" strokeWidth="2.6" />
    </>
  ),
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L11.8 6.5M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.3-1.3',
  male: (
    <>
      <circle cx="10" cy="14" r="5.2" />
      <path d="M13.8 10.2 19.5 4.5M14.7 4.5h4.8v4.8" />
    </>
  ),
  female: (
    <>
      <circle cx="12" cy="9" r="5.2" />
      <path d="M12 14.2V21M8.8 17.8h6.4" />
    </>
  ),
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3.5v2.3M12 18.2v2.3M3.5 12h2.3M18.2 12h2.3M6 6l1.6 1.6M16.4 16.4 18 18M18 6l-1.6 1.6M7.6 16.4 6 18" />
    </>
  ),
  document:
    'M7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5ZM13.5 3.5V8.5h5M9 13h6M9 16.5h6',
  wallet: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2.5" />
      <path d="M3.5 9.5h17M15 14.5h2" />
    </>
  ),
  'sign-out': 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12h10M17 8.5l3.5 3.5-3.5 3.5',
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5Z" />
    </>
  ),
  theme: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17Z" fill="currentColor" />
    </>
  ),
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10',
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s-6.5-5.7-6.5-11a6.5 6.5 0 0 1 13 0c0 5.3-6.5 11-6.5 11Z" />
      <circle cx="12" cy="10" r="2.3" />
    </>
  ),
  locate: (
    <>
      <circle cx="12" cy="12" r="6.2" />
      <circle cx="12" cy="12" r="1.8" fill="currentColor" stroke="none" />
      <path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.3l3.5 2" />
    </>
  ),
  hourglass:
    'M6.5 3.5h11M6.5 20.5h11M7.5 3.5c0 4.5 4.5 5.5 4.5 8.5s-4.5 4-4.5 8.5M16.5 3.5c0 4.5-4.5 5.5-4.5 8.5s4.5 4 4.5 8.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4v5h-5',
  offline: (
    <>
      <path d="M3 4l18 17M8.5 15.5a5 5 0 0 1 5.7-.9M5 12a10 10 0 0 1 4.4-2.5M2.5 8.7A14 14 0 0 1 6 6.5M13 6c3.2.2 6.2 1.3 8.5 3M16.5 10.7c.9.4 1.8.9 2.5 1.5" />
      <path d="M12 19v.2" strokeWidth="2.4" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5" />
      <path d="M12 7.8v.2" strokeWidth="2.2" />
    </>
  ),
  error: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.5" />
      <path d="M12 16v.2" strokeWidth="2.2" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5" />
      <path d="M12 17v.2" strokeWidth="2.2" />
    </>
  ),
  send: 'M20.5 4 3.8 10.6l6.7 2.9 2.9 6.7L20.5 4ZM10.5 13.5 20.5 4',
  attach:
    'm19.5 11-7.7 7.7a4.7 4.7 0 0 1-6.6-6.6l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.6 1.6 0 0 1-2.2-2.2l7-7',
  read: 'm2.5 12.8 4 4L15 8.3M11.5 15.5l1.3 1.3L21.5 8',
  crown: 'M4 17.5 3 8l5 3.5L12 5l4 6.5L21 8l-1 9.5H4ZM4 20.5h16',
  sticky: 'M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10 9 4ZM12 13.5V20',
  bell: 'M18 15.5V11a6 6 0 0 0-12 0v4.5L4.5 18h15L18 15.5ZM9.8 20.7a2.5 2.5 0 0 0 4.4 0',
  muted:
    'M4 4l16 16M8.2 7.2A6 6 0 0 0 6 11v4.5L4.5 18H17M18 14.5V11a6 6 0 0 0-7.5-5.8M9.8 20.7a2.5 2.5 0 0 0 4.4 0',
  archive: 'M4 5h16v4H4ZM5.5 9v10.5h13V9M10 13h4',
  unarchive: 'M4 5h16v4H4ZM5.5 9v10.5h13V9M12 17v-5M9.5 14 12 11.5 14.5 14',
  phone: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2.5" />
      <path d="M11 17.8h2" />
    </>
  ),
  laptop: (
    <>
      <rect x="5" y="5" width="14" height="10" rx="1.5" />
      <path d="M3 18.5h18" />
    </>
  ),
  hidden: 'M4 4l16 16M3 12c3.5-8 14.5-8 18 0-3.5 8-14.5 8-18 0',
  copy: 'M9 9h10.5v10.5H9ZM15 9V4.5H4.5V15H9',
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

interface IconProps {
  name: IconName;
  /** 14, 16, 20 and 24 pixels. */
  size?: 'xs' | 's' | 'm' | 'l';
}

/** Decoration: what it means stands in words beside it or in the label of its button. */
export function Icon({ name, size = 'm' }: IconProps) {
  const drawing: ReactNode = drawings[name];
  return (
    <svg
      className={size === 'm' ? 'i' : `i ${size}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {typeof drawing === 'string' ? <path d={drawing} /> : drawing}
    </svg>
  );
}

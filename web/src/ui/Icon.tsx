import type { ReactNode } from 'react';

/** Drawn on 24 x 24 with the stroke of `.i`; dots are short strokes with a wider pen. */
const drawings = {
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.500 4.500L19.500 7" />,
  back: <path d="M20 12H4.500M11 5.500 4.500 12l6.500 6.500" />,
  'chevron-left': <path d="m14.500 5.500-6.500 6.500 6.500 6.500" />,
  'chevron-right': <path d="m9.500 5.500 6.500 6.500-6.500 6.500" />,
  'chevron-down': <path d="m5.500 9.500 6.500 6.500 6.500-6.500" />,
  'chevron-up': <path d="m5.500 14.500 6.500-6.500 6.500 6.500" />,
  keyboard: (
    <>
      <rect x="3" y="6" width="18" height="12.500" rx="2.500" />
      <path d="M7 10h.2M10.400 10h.2M13.800 10h.2M17 10h.2M7 14.500h10" strokeWidth="1.900" />
    </>
  ),
  post: (
    <path d="M5.500 4.500h13A1.500 1.500 0 0 1 20 6v9.500a1.500 1.500 0 0 1-1.500 1.500H12l-4.500 3.500V17h-2A1.500 1.500 0 0 1 4 15.500V6a1.500 1.500 0 0 1 1.500-1.500Z" />
  ),
  message: (
    <path d="M20.5 11.6c0 4.2-3.8 7.6-8.5 7.6-1.1 0-2.2-.2-3.2-.5L4 20.2l1.4-3.8c-1.2-1.3-1.9-3-1.9-4.8C3.500 7.400 7.300 4 12 4s8.500 3.400 8.500 7.600Z" />
  ),
  image: (
    <>
      <rect x="3.500" y="4.500" width="17" height="15" rx="2.500" />
      <circle cx="9" cy="10" r="1.700" />
      <path d="m4 17 4.800-4 3.200 2.500 4-4 4.500 4" />
    </>
  ),
  play: <path d="M8 5.500v13l11-6.500-11-6.500Z" fill="currentColor" />,
  camera: (
    <>
      <path d="M4 8.500A1.500 1.500 0 0 1 5.500 7h2.700l1.500-2.500h4.600L15.800 7h2.700A1.500 1.500 0 0 1 20 8.500v9a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 17.500v-9Z" />
      <circle cx="12" cy="13" r="3.300" />
    </>
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M8.500 14c.8 1.400 2 2.100 3.500 2.100s2.700-.7 3.500-2.100" />
      <path d="M9 9.600v.3M15 9.600v.3" strokeWidth="2.400" />
    </>
  ),
  trash: (
    <path d="M4.500 6.500h15M9 6.500V4.500h6v2M6.500 6.500l.8 13h9.400l.8-13M10 10.500v5.500M14 10.500v5.500" />
  ),
  pencil: <path d="M4.500 19.500 5.500 15 16 4.500l3.500 3.500L9 18.500l-4.500 1ZM13.500 7l3.500 3.500" />,
  share: (
    <path d="M12 15V3.500M7.500 7.500 12 3.500l4.500 4M6.500 11.500h-1A1.500 1.500 0 0 0 4 13v6a1.500 1.500 0 0 0 1.500 1.500h13A1.500 1.500 0 0 0 20 19v-6a1.500 1.500 0 0 0-1.500-1.500h-1" />
  ),
  reply: (
    <path d="M4.500 11.500 10 6v3.500c5.500 0 9 2.500 9.500 8.500-2-3-4.500-4.500-9.500-4.500V17l-5.500-5.500Z" />
  ),
  bookmark: <path d="M6.500 4.500h11v16L12 16.300 6.500 20.500v-16Z" />,
  bookmarked: <path d="M6.500 4.500h11v16L12 16.300 6.500 20.500v-16Z" fill="currentColor" />,
  filter: (
    <>
      <path d="M4 8h8.500M18 8h2M4 16h2M11.500 16H20" />
      <circle cx="15.200" cy="8" r="2.600" />
      <circle cx="8.700" cy="16" r="2.600" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.500" />
      <path d="m16 16 4.500 4.500" />
    </>
  ),
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="5.500" cy="12" r="1.700" />
      <circle cx="12" cy="12" r="1.700" />
      <circle cx="18.500" cy="12" r="1.700" />
    </g>
  ),
  person: (
    <>
      <circle cx="12" cy="8" r="3.800" />
      <path d="M4.800 20c.6-3.700 3.500-5.900 7.200-5.900s6.600 2.200 7.200 5.900" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8.500" r="3.500" />
      <path d="M2.800 19.500c.5-3.300 3-5.300 6.200-5.300s5.700 2 6.200 5.300M15.500 5.200a3.500 3.500 0 0 1 0 6.600M17.500 14.600c2 .7 3.400 2.400 3.700 4.900" />
    </>
  ),
  male: (
    <>
      <circle cx="10" cy="14" r="5.200" />
      <path d="M13.800 10.200 19.500 4.500M14.700 4.500h4.800v4.800" />
    </>
  ),
  female: (
    <>
      <circle cx="12" cy="9" r="5.200" />
      <path d="M12 14.200V21M8.800 17.800h6.400" />
    </>
  ),
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3.500v2.300M12 18.200v2.300M3.500 12h2.300M18.200 12h2.300M6 6l1.600 1.600M16.400 16.400 18 18M18 6l-1.600 1.600M7.600 16.400 6 18" />
    </>
  ),
  document: (
    <path d="M7 3.500h7l4.500 4.500v11a1.500 1.500 0 0 1-1.500 1.500H7A1.500 1.500 0 0 1 5.500 19V5A1.500 1.500 0 0 1 7 3.500ZM13.500 3.500V8.500h5M9 13h6M9 16.500h6" />
  ),
  'sign-out': (
    <path d="M14 4.500H6.500A1.500 1.500 0 0 0 5 6v12a1.500 1.500 0 0 0 1.500 1.500H14M10.500 12h10M17 8.500l3.500 3.500-3.500 3.500" />
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M3.500 12h17M12 3.500c2.500 2.400 3.700 5.200 3.700 8.500s-1.200 6.100-3.700 8.500c-2.500-2.400-3.700-5.200-3.700-8.500S9.500 5.900 12 3.500Z" />
    </>
  ),
  theme: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 3.500v17a8.500 8.500 0 0 0 0-17Z" fill="currentColor" />
    </>
  ),
  shield: (
    <path d="M12 3.500 5 6v5.500c0 4.300 2.900 7.400 7 9 4.100-1.600 7-4.700 7-9V6l-7-2.500ZM9 12l2.200 2.200L15.200 10" />
  ),
  lock: (
    <>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2.500" />
      <path d="M8 10.500V8a4 4 0 0 1 8 0v2.500" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21s-6.500-5.700-6.500-11a6.500 6.500 0 0 1 13 0c0 5.300-6.500 11-6.500 11Z" />
      <circle cx="12" cy="10" r="2.300" />
    </>
  ),
  locate: (
    <>
      <circle cx="12" cy="12" r="6.200" />
      <circle cx="12" cy="12" r="1.800" fill="currentColor" stroke="none" />
      <path d="M12 2.800v3M12 18.200v3M2.800 12h3M18.200 12h3" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7v5.300l3.500 2" />
    </>
  ),
  hourglass: (
    <path d="M6.500 3.500h11M6.500 20.500h11M7.500 3.500c0 4.500 4.500 5.500 4.500 8.500s-4.500 4-4.500 8.500M16.500 3.500c0 4.500-4.500 5.500-4.500 8.500s4.500 4 4.500 8.500" />
  ),
  refresh: <path d="M19.500 12a7.500 7.500 0 1 1-2.300-5.400L19.500 9M19.500 4v5h-5" />,
  offline: (
    <>
      <path d="M3 4l18 17M8.500 15.500a5 5 0 0 1 5.700-.9M5 12a10 10 0 0 1 4.400-2.500M2.500 8.700A14 14 0 0 1 6 6.500M13 6c3.200.2 6.200 1.300 8.500 3M16.500 10.700c.9.400 1.800.9 2.500 1.500" />
      <path d="M12 19v.2" strokeWidth="2.400" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 11v5.500" />
      <path d="M12 7.800v.2" strokeWidth="2.200" />
    </>
  ),
  error: (
    <>
      <circle cx="12" cy="12" r="8.500" />
      <path d="M12 7.500v5.500" />
      <path d="M12 16v.2" strokeWidth="2.200" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.800 19.500h18.400L12 4ZM12 10v4.500" />
      <path d="M12 17v.2" strokeWidth="2.200" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

interface IconProps {
  name: IconName;
  /** 14, 16, 20 and 24 pixels. */
  size?: 'xs' | 's' | 'm' | 'l';
}

/** Decoration: what it means stands in words beside it or in the label of its button. */
export function Icon({ name, size = 'm' }: IconProps) {
  return (
    <svg
      className={size === 'm' ? 'i' : `i ${size}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  );
}

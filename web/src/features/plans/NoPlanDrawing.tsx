/** A plan that is still to be made, and the places around it that are free. */
export function NoPlanDrawing() {
  return (
    <>
      <ellipse cx="66" cy="84" rx="46" ry="7" fill="var(--surface-3)" />
      <rect x="45" y="20" width="42" height="42" rx="12" fill="var(--plan)" transform="rotate(45 66 41)" />
      <path d="M58 41h16M66 33v16" stroke="var(--on-plan)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="22" cy="70" r="8" fill="var(--av-4)" />
      <circle cx="110" cy="70" r="8" fill="var(--av-0)" />
      <g fill="none" stroke="var(--line-strong)" strokeWidth="2" strokeDasharray="3 4">
        <circle cx="110" cy="36" r="6" />
        <circle cx="20" cy="38" r="6" />
      </g>
    </>
  );
}

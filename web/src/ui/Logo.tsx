interface LogoProps {
  size: number;
}

/** Two speech bubbles that overlap: somebody to do something with. */
export function Logo({ size }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        d="M12 4.5a8.5 8.500 0 0 1 8.500 8.500c0 4.700-3.800 8.500-8.500 8.500-.9 0-1.800-.1-2.600-.4L4.300 23l1.500-4.300A8.500 8.500 0 0 1 12 4.500Z"
        fill="var(--green-400)"
      />
      <path
        d="M20 10.500a8.500 8.500 0 0 1 6.200 14.300l1.500 4.200-5.100-1.800A8.500 8.500 0 1 1 20 10.500Z"
        fill="var(--yellow-400)"
      />
      <path
        d="M20.400 10.510A8.500 8.500 0 0 1 12 21.500 8.500 8.500 0 0 1 20.400 10.510Z"
        fill="var(--green-800)"
      />
    </svg>
  );
}

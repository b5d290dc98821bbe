/** An address in somebody's words: it leads away, and nobody there hears from where. */
export function TextLink({ address }: { address: string }) {
  return (
    <a className="text-link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}

/** Only inside buttons and where the shape of what comes is unknown. */
export function Spinner() {
  return <i className="spin" aria-hidden="true" />;
}

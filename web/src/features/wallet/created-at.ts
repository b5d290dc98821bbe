/** Under these names an object may hold the time itself. */
const holders = ['value', 'date', '$date', 'iso', 'createdAt'] as const;

function valid(time: string | number | Date): Date | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** When a transaction was made, in whatever shape it is told; null for what is no time. */
export function instantOf(told: unknown, depth = 3): Date | null {
  if (typeof told === 'string') return told.trim() === '' ? null : valid(told);
  if (typeof told === 'number' || told instanceof Date) return valid(told);
  if (typeof told !== 'object' || told === null || depth === 0) return null;
  const object = told as Readonly<Record<string, unknown>>;
  if (typeof object.seconds === 'number') return valid(object.seconds * 1000);
  const holder = holders.find((name) => object[name] !== undefined && object[name] !== null);
  return holder ? instantOf(object[holder], depth - 1) : null;
}

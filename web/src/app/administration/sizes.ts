const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "12 GB", as the language writes it; disks are larger than what people send. */
export function sizeOf(bytes: number, language: string): string {
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024;
    at++;
  }
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[at]!, maximumFractionDigits }).format(
    value,
  );
}

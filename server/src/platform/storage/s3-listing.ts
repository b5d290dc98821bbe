import { Parser } from 'htmlparser2';

export interface Listing {
  files: { key: string; size: number; modifiedAt: Date }[];
  /** Where the list goes on; null at its end. */
  next: string | null;
}

export function listedIn(xml: string): Listing {
  const files: Listing['files'] = [];
  const fields = new Map<string, string>();
  let open: string[] = [];
  const parser = new Parser(
    {
      onopentagname: (name) => void open.push(name),
      ontext(text) {
        const name = open.slice(1).join('/');
        fields.set(name, (fields.get(name) ?? '') + text);
      },
      onclosetag(name) {
        open = open.slice(0, -1);
        if (name !== 'Contents') return;
        const of = (field: string) => fields.get(`Contents/${field}`) ?? '';
        files.push({ key: of('Key'), size: Number(of('Size')), modifiedAt: new Date(of('LastModified')) });
        for (const known of [...fields.keys()]) if (known.startsWith('Contents')) fields.delete(known);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const goesOn = fields.get('IsTruncated')?.trim() === 'true';
  return { files, next: goesOn ? (fields.get('NextContinuationToken') ?? null) : null };
}

/** Plain data: what JSON can say. */
export type Plain =
  string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** JSON of which there is one for each value (RFC 8785): members in the order of their UTF-16 units, no blanks. */
export function canonicalJson(value: Plain): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value as Readonly<Record<string, Plain>>)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

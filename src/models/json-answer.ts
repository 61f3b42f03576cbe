/** What a model wrote, read as JSON: alone, within a fence, or with words around it. Undefined where it is none. */
export function readJsonAnswer(text: string): unknown {
  const fenced = /```(?:json)?\s*\n(.*?)```/s.exec(text)?.[1];
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braced])
    try {
      if (candidate) return JSON.parse(candidate) as unknown;
    } catch {
      // The next form may be it.
    }
  return undefined;
}

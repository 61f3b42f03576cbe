import { z } from 'zod';
import { clip, safeText } from '../../mail/text/safe-text.js';
import type { BytesAnswer, BytesOperation, ValueOperation } from '../../operations/operation.js';
import { untrusted, whole } from '../../operations/shapes.js';
import { LIMITS } from '../../operations/limits.js';

// Characters of a page of text; a file that is no text is shown up to so many bytes.
const PAGE = 20_000;
const MAX_PAGE = 100_000;
const SHOWN_BYTES = 256 * 1024;

const page = {
  offset: whole(0, LIMITS.message_bytes).default(0).describe('Characters of a text to skip.'),
  max_chars: whole(1, MAX_PAGE).default(PAGE).describe('Characters of a text to show.'),
};

const file = z.object({
  size: z.number().int().describe('Bytes.'),
  filename: untrusted(z.string().nullable()),
  content_type: untrusted(z.string()),
  text: untrusted(z.string().optional().describe('Of a text: the page asked for.')),
  content_base64: untrusted(z.string().optional().describe('Of another file, unless it is large.')),
  download_url: z
    .string()
    .optional()
    .describe('Of a large file: GET it over REST, with the same credential.'),
  truncated: z.literal(true).optional().describe('There is more text: ask with next_offset.'),
  next_offset: z.number().int().optional(),
});

type FileShown = z.input<typeof file>;

/** An operation that answers bytes as one that shows them to a model, text by pages. */
export function asFilePages<Services>(
  operation: BytesOperation<z.ZodObject, Services>,
): ValueOperation<z.ZodObject, typeof file, Services> {
  return {
    ...operation,
    answers: 'json',
    input: operation.input.extend(page),
    output: file,
    async run(context, { offset, max_chars: max, ...input }) {
      const bytes = await operation.run(context, input);
      const size = bytes.body.length;
      const known = { size, filename: bytes.filename ?? null, content_type: bytes.type };
      const decoder = decoderOf(bytes.type);
      if (decoder) {
        const wanted = { offset: offset as number, max: max as number };
        return { ...known, ...(await textPage(bytes, decoder, wanted)) };
      }
      if (size > SHOWN_BYTES) return { ...known, download_url: pathOf(operation, input) };
      return { ...known, content_base64: (await wholeOf(bytes)).toString('base64') };
    },
  };
}

/** A file as it is shown, with the whole address of a large one. */
export function withAddress(shown: unknown, publicUrl: string): unknown {
  const { download_url: path } = shown as FileShown;
  return path === undefined ? shown : { ...(shown as FileShown), download_url: publicUrl + path };
}

const TEXTS =
  /^(?:text\/|message\/|application\/(?:json|xml|javascript|ics|csv|yaml|x-ndjson)\b)|\+(?:json|xml)\b/i;

type Decoder = InstanceType<typeof TextDecoder>;

/** What reads a text of this type; null for what is no text. */
function decoderOf(type: string): Decoder | null {
  if (!TEXTS.test(type)) return null;
  const [, charset = 'utf-8'] = /;\s*charset="?([\w:-]{1,40})/i.exec(type) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

interface WantedPage {
  readonly offset: number;
  readonly max: number;
}

async function textPage(
  { body }: BytesAnswer,
  decoder: Decoder,
  { offset, max }: WantedPage,
): Promise<Pick<FileShown, 'text' | 'truncated' | 'next_offset'>> {
  let skipped = 0;
  let text = '';
  for await (const piece of Buffer.isBuffer(body) ? [body] : body.pieces) {
    const more = decoder.decode(piece, { stream: true });
    const from = Math.min(offset - skipped, more.length);
    skipped += from;
    text += more.slice(from);
    if (text.length > max) break;
  }
  if (text.length <= max) return { text: safeText(text + decoder.decode()) };
  const shown = clip(text, max);
  return { text: safeText(shown), truncated: true, next_offset: offset + shown.length };
}

async function wholeOf({ body }: BytesAnswer): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  const pieces: Buffer[] = [];
  for await (const piece of body.pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

const pathOf = ({ http }: Pick<BytesOperation, 'http'>, input: Readonly<Record<string, unknown>>) =>
  http?.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name])));

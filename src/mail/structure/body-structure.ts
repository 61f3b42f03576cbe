import { envelopeOf } from './envelope.js';
import { readParameters, type Parameter } from './parameters.js';
import { parameter, type PartHead } from './part-head.js';
import type { Part } from './split-message.js';
import { tokensOf } from './tokens.js';
import { WireStrings } from './wire-strings.js';

const MAX_LANGUAGES = 20;

/** BODY of a message (RFC 9051 section 7.5.2), one character a byte. */
export const bodyOf = (part: Part): string => new BodyWriter(false).body(part);
/** BODYSTRUCTURE: the same with what came later to MIME. */
export const bodyStructureOf = (part: Part): string => new BodyWriter(true).body(part);

/** What is told of a part that cannot be taken apart. */
const AS_TEXT = { type: 'text', subtype: 'plain', parameters: [] };

class BodyWriter {
  private readonly strings = new WireStrings();

  constructor(private readonly isExtended: boolean) {}

  body(part: Part): string {
    return part.children.length > 0 ? this.multipart(part) : this.onePart(part);
  }

  private multipart({ head, children }: Part): string {
    const parts = children.map((child) => this.body(child)).join('');
    const subtype = this.strings.string(head.subtype);
    const rest = this.isExtended ? [this.parameters(head.parameters), ...this.placement(head)] : [];
    return `(${[parts, subtype, ...rest].join(' ')})`;
  }

  private onePart(part: Part): string {
    const { head } = part;
    const fields = [
      ...this.type(shownAs(part)),
      this.field(head, 'content-id'),
      this.field(head, 'content-description'),
      this.strings.string(head.encoding),
      part.to - part.bodyFrom,
      ...this.lines(part),
    ];
    if (this.isExtended) fields.push(this.field(head, 'content-md5'), ...this.placement(head));
    return `(${fields.join(' ')})`;
  }

  private type({ type, subtype, parameters }: ShownType): string[] {
    const { strings } = this;
    return [strings.string(type), strings.string(subtype), this.parameters(parameters)];
  }

  /** What text and messages have more. */
  private lines(part: Part): (string | number)[] {
    if (part.message)
      return [
        envelopeOf(part.message.head.fields, this.strings),
        this.body(part.message),
        part.lines,
      ];
    return shownAs(part).type.toLowerCase() === 'text' ? [part.lines] : [];
  }

  /** Disposition, language and location. */
  private placement(head: PartHead): string[] {
    const location = this.field(head, 'content-location');
    return [this.disposition(head), this.languages(head), location];
  }

  private disposition({ fields }: PartHead): string {
    const { value, parameters } = readParameters(fields.get('content-disposition') ?? '');
    if (value === '') return 'NIL';
    return `(${this.strings.string(value)} ${this.parameters(parameters)})`;
  }

  private languages({ fields }: PartHead): string {
    const tags = tokensOf(fields.get('content-language') ?? '', 'list')
      .filter(({ kind }) => kind === 'word' || kind === 'quoted')
      .slice(0, MAX_LANGUAGES);
    return tags.length === 0
      ? 'NIL'
      : `(${tags.map(({ text }) => this.strings.string(text)).join(' ')})`;
  }

  /** NIL where it is empty, too. */
  private field = ({ fields }: PartHead, name: string) =>
    this.strings.nstring(fields.get(name) || null);

  private parameters(parameters: readonly Parameter[]): string {
    if (parameters.length === 0) return 'NIL';
    return `(${parameters.flatMap((pair) => pair.map((text) => this.strings.string(text))).join(' ')})`;
  }
}

type ShownType = Pick<PartHead, 'type' | 'subtype' | 'parameters'>;

/** A text without charset is told to be ASCII (RFC 2046 section 4.1.2), as clients know it of others. */
function shownAs({ head, message }: Part): ShownType {
  const shown = isTakenApart(head.type, head.subtype) && !message ? AS_TEXT : head;
  if (shown.type.toLowerCase() !== 'text' || parameter(shown, 'charset') !== '') return shown;
  return { ...shown, parameters: [...shown.parameters, ['charset', 'us-ascii']] };
}

const isTakenApart = (type: string, subtype: string) =>
  /^multipart$/i.test(type) || (/^message$/i.test(type) && /^rfc822$/i.test(subtype));

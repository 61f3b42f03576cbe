import { envelopeOf } from './envelope.js';
import { readParameters, type Parameter } from './parameters.js';
import { parameter, type MediaType, type PartHead, type StructuredPart } from './part-head.js';
import { WireStrings } from './wire-strings.js';

const MAX_LANGUAGES = 20;

/** BODY of a message (RFC 9051 section 7.5.2), which is `text`, one character a byte. */
export const bodyOf = (part: StructuredPart, text: string): string =>
  new BodyWriter(text, false).body(part);
/** BODYSTRUCTURE: the same with what came later to MIME. */
export const bodyStructureOf = (part: StructuredPart, text: string): string =>
  new BodyWriter(text, true).body(part);

/** What is told of a part that cannot be taken apart. */
const AS_TEXT = { type: 'text', subtype: 'plain', parameters: [] };

class BodyWriter {
  private readonly strings = new WireStrings();

  /** Line ends in front of the last place that was asked for: places are told of in order. */
  private lines = 0;
  private feed: number;

  constructor(
    private readonly text: string,
    private readonly isExtended: boolean,
  ) {
    this.feed = text.indexOf('\n');
  }

  body(part: StructuredPart): string {
    return part.children.length > 0 ? this.multipart(part) : this.onePart(part);
  }

  private multipart({ head, children }: StructuredPart): string {
    let told = '';
    for (const child of children) told += this.body(child);
    told += ` ${this.strings.string(head.subtype)}`;
    if (this.isExtended) told += ` ${this.parameters(head.parameters)} ${this.placement(head)}`;
    return `(${told})`;
  }

  // Strings are added up in order: what is told first has the room that there is.
  private onePart(part: StructuredPart): string {
    const { head } = part;
    const { strings } = this;
    const { type, subtype, parameters } = shownAs(part);
    const before = this.linesBefore(part.bodyFrom);
    let told = `${strings.string(type)} ${strings.string(subtype)} ${this.parameters(parameters)}`;
    told += ` ${this.field(head, 'content-id')} ${this.field(head, 'content-description')}`;
    told += ` ${strings.string(head.encoding)} ${part.to - part.bodyFrom}`;
    if (part.message)
      told += ` ${envelopeOf(part.message.head.fields, strings)} ${this.body(part.message)}`;
    if (part.message || type.toLowerCase() === 'text')
      told += ` ${this.linesBefore(part.to) - before}`;
    if (this.isExtended) told += ` ${this.field(head, 'content-md5')} ${this.placement(head)}`;
    return `(${told})`;
  }

  private linesBefore(place: number): number {
    for (; this.feed >= 0 && this.feed < place; this.feed = this.text.indexOf('\n', this.feed + 1))
      this.lines++;
    return this.lines;
  }

  /** Disposition, language and location. */
  private placement(head: PartHead): string {
    const location = this.field(head, 'content-location');
    return `${this.disposition(head)} ${this.languages(head)} ${location}`;
  }

  private disposition({ fields }: PartHead): string {
    const field = fields.get('content-disposition') ?? '';
    if (field === '') return 'NIL';
    const { value, parameters } = readParameters(field);
    if (value === '') return 'NIL';
    return `(${this.strings.string(value)} ${this.parameters(parameters)})`;
  }

  private languages({ fields }: PartHead): string {
    const field = fields.get('content-language') ?? '';
    if (field === '') return 'NIL';
    const tags = field.replace(/\([^()]*\)/g, '').match(/[\w-]+/g) ?? [];
    const told = tags.slice(0, MAX_LANGUAGES).map((tag) => this.strings.string(tag));
    return told.length === 0 ? 'NIL' : `(${told.join(' ')})`;
  }

  /** NIL where it is empty, too. */
  private field = ({ fields }: PartHead, name: string) =>
    this.strings.nstring(fields.get(name) || null);

  private parameters(parameters: readonly Parameter[]): string {
    if (parameters.length === 0) return 'NIL';
    let told = '';
    for (const [name, value] of parameters)
      told += `${told && ' '}${this.strings.string(name)} ${this.strings.string(value)}`;
    return `(${told})`;
  }
}

/** A text without charset is told to be ASCII (RFC 2046 section 4.1.2), as clients know it of others. */
function shownAs({ head, message }: StructuredPart): MediaType {
  const shown = TAKEN_APART.test(`${head.type}/${head.subtype}`) && !message ? AS_TEXT : head;
  const { type, subtype, parameters } = shown;
  if (type.toLowerCase() !== 'text' || parameter(shown, 'charset') !== '') return shown;
  return { type, subtype, parameters: [...parameters, ['charset', 'us-ascii']] };
}

const TAKEN_APART = /^(?:multipart\/.*|message\/rfc822)$/is;

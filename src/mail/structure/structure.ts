import { bodyOf, bodyStructureOf } from './body-structure.js';
import { envelopeOf } from './envelope.js';
import { partMapOf } from './part-map.js';
import { sentOn } from './sent-on.js';
import { splitMessage } from './split-message.js';
import { WireStrings } from './wire-strings.js';

/** What IMAP tells of a message without its text: all but the map as it goes on the wire, one character a byte. */
export interface MessageStructure {
  readonly envelope: string;
  readonly body: string;
  readonly bodyStructure: string;
  /** For `readPartMap`. */
  readonly partMap: string;
  /** The day of its Date field, `YYYY-MM-DD`. */
  readonly sentOn: string | null;
}

/** Reads it from the bytes of a message, in time linear to them; never throws. */
export function messageStructure(raw: Buffer): MessageStructure {
  const root = splitMessage(raw);
  return {
    envelope: envelopeOf(root.head.fields, new WireStrings()),
    body: bodyOf(root),
    bodyStructure: bodyStructureOf(root),
    partMap: partMapOf(root),
    sentOn: sentOn(root.head.fields.get('date')),
  };
}

import { findParts } from '../mime/split-message.js';
import { bodyOf, bodyStructureOf } from './body-structure.js';
import { envelopeOf } from './envelope.js';
import { partMapOf } from './part-map.js';
import { AS_SENT, readPartHead, type StructuredPart } from './part-head.js';
import { WireStrings } from './wire-strings.js';

/** What IMAP tells of a message without its text: all but the map as it goes on the wire, one character a byte. */
export interface MessageStructure {
  readonly envelope: string;
  readonly body: string;
  readonly bodyStructure: string;
  /** For `readPartMap`. */
  readonly partMap: string;
}

/** Reads it from the bytes of a message, in time linear to them; never throws. */
export const messageStructure = (raw: Buffer): MessageStructure =>
  structureOfText(raw.toString('latin1'));

/** The same, one character a byte. */
export const structureOfText = (text: string): MessageStructure =>
  structureOf(findParts(text, AS_SENT).root, text);

/** That of a message of so many bytes that nobody could read: one text. */
export const unreadStructure = (bytes: number): MessageStructure =>
  structureOf(
    {
      ...{ from: 0, bodyFrom: 0, to: bytes, children: [], message: null },
      head: readPartHead('', 'text/plain'),
    },
    '',
  );

const structureOf = (root: StructuredPart, text: string): MessageStructure => ({
  envelope: envelopeOf(root.head.fields, new WireStrings()),
  body: bodyOf(root, text),
  bodyStructure: bodyStructureOf(root, text),
  partMap: partMapOf(root),
});

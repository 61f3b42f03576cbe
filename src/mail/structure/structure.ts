import { bodyOf, bodyStructureOf } from './body-structure.js';
import { envelopeOf } from './envelope.js';
import { partMapOf } from './part-map.js';
import { splitMessage, textPart, type Part } from './split-message.js';
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
export const messageStructure = (raw: Buffer): MessageStructure => structureOf(splitMessage(raw));

/** That of a message of so many bytes that nobody could read: one text. */
export const unreadStructure = (bytes: number): MessageStructure => structureOf(textPart(bytes));

function structureOf(root: Part): MessageStructure {
  return {
    envelope: envelopeOf(root.head.fields, new WireStrings()),
    body: bodyOf(root),
    bodyStructure: bodyStructureOf(root),
    partMap: partMapOf(root),
  };
}

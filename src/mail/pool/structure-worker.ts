import { messageStructure, type MessageStructure } from '../structure/structure.js';

/** The task of a thread that finds the parts of a message. */
export default function findParts(bytes: ArrayBuffer): MessageStructure {
  return messageStructure(Buffer.from(bytes));
}

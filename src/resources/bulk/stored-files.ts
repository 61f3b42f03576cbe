import type { AccessScope } from '../../auth/ownership.js';
import { AppError } from '../../errors.js';
import {
  messageAllowance,
  withContents,
  type ByteAllowance,
  type StoredFiles,
} from '../sending/attached.js';
import type { ParsedMessage } from './schema.js';

/**
 * Messages with the contents of files that stand for those of emails: what is wrong with a file is wrong with
 * its message.
 * @throws AppError 413 where they are too large together
 */
export async function messagesWithContents(
  stored: StoredFiles,
  access: AccessScope,
  messages: readonly ParsedMessage[] | undefined,
): Promise<ParsedMessage[] | undefined> {
  if (!messages) return undefined;
  const room = messageAllowance();
  const read: ParsedMessage[] = [];
  for (const given of messages) read.push(await withFiles(stored, access, given, room));
  return read;
}

async function withFiles(
  stored: StoredFiles,
  access: AccessScope,
  given: ParsedMessage,
  room: ByteAllowance,
): Promise<ParsedMessage> {
  if (!('message' in given)) return given;
  const { message } = given;
  try {
    const attachments = await withContents(stored, access, message.attachments, room);
    return { message: { ...message, attachments } };
  } catch (error) {
    if (!(error instanceof AppError) || room.bytes < 0) throw error;
    return { problem: error.message, clientRef: message.client_ref ?? null };
  }
}

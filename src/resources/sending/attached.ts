import type { AccessScope } from '../../auth/ownership.js';
import { tooLarge } from '../../errors.js';
import { LIMITS } from '../../operations/limits.js';
import type { StreamedBytes } from '../../operations/operation.js';
import type { FileInput } from './schema.js';

/** Where files of stored emails are read. */
export interface StoredFiles {
  /** @throws AppError 403, 404 */
  attachment(
    access: AccessScope,
    emailId: string,
    attachmentId: string,
  ): Promise<StreamedBytes & { readonly filename: string | null; readonly content_type: string }>;
}

/** For whom files of stored emails are read, and where. */
interface FileContext {
  readonly caller: AccessScope;
  readonly services: { readonly emails: { readonly downloads: StoredFiles } };
}

/** Bytes that may still be read. */
export interface ByteAllowance {
  bytes: number;
}

/** The bytes that one message may hold. */
export const messageAllowance = (): ByteAllowance => ({ bytes: LIMITS.message_bytes });

/**
 * Files as they are attached: those that stand for files of emails are read.
 * @throws AppError 403, 404, 413 where they are more than a message may hold
 */
export async function withContents<Given extends readonly FileInput[] | null | undefined>(
  stored: StoredFiles,
  access: AccessScope,
  given: Given,
  room = messageAllowance(),
): Promise<FileInput[] | Exclude<Given, readonly FileInput[]>> {
  if (!given) return given as Exclude<Given, readonly FileInput[]>;
  const files: FileInput[] = [];
  // One after the other: each is in memory once.
  for (const file of given) files.push(await withContent(stored, access, file, room));
  return files;
}

/** What a request gives, with the contents of its files. @throws as `withContents` */
export const withFiles = async <Given extends readonly FileInput[] | null | undefined, Fields>(
  { caller, services }: FileContext,
  given: Fields & { readonly attachments?: Given },
) => ({
  ...given,
  attachments: await withContents(services.emails.downloads, caller, given.attachments as Given),
});

async function withContent(
  stored: StoredFiles,
  access: AccessScope,
  { stored: of, ...file }: FileInput,
  room: ByteAllowance,
): Promise<FileInput> {
  if (!of) return file;
  const found = await stored.attachment(access, of.emailId, of.attachmentId);
  room.bytes -= found.length;
  if (room.bytes < 0) throw tooLarge('The message is larger than 25 MiB');
  const pieces: Buffer[] = [];
  for await (const piece of found.pieces) pieces.push(piece);
  return {
    ...file,
    filename: file.filename ?? found.filename ?? undefined,
    content_type: file.content_type ?? found.content_type,
    content: Buffer.concat(pieces).toString('base64'),
  };
}

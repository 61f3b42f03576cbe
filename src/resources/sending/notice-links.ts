/** Stands for the link in the stored bytes of a notice: whoever may read those may not decide. */
export const LINK_PLACE = '{the link is in the mail that was sent}';

/** The link by which a recipient of a notice decides; null where the notice has none. */
export type NoticeLink = (about: string, address: string) => string | null;

/** The bytes of a notice as they leave. */
export function withLink(raw: Buffer, link: string | null): Buffer {
  if (link === null) return raw;
  return Buffer.from(raw.toString('latin1').replaceAll(LINK_PLACE, link), 'latin1');
}

/** A stored message and what its copy for one inbox begins with. */
export interface RawCopy {
  /** `from`, `by` and date of the Received header, a line each. */
  readonly trace: string;
  readonly envelope_from: string;
  readonly delivered_to: string;
  readonly raw: Buffer;
}

/**
 * The bytes received with Return-Path, Delivered-To and Received in front, all fixed when the mail
 * was accepted (RFC 5321 section 4.4). IMAP gives the same bytes.
 */
export function rawMessage({ trace, envelope_from, delivered_to, raw }: RawCopy): Buffer {
  // What leaves was not received: its bytes are those that were sent.
  if (trace === '') return raw;
  const [from = '', by = '', date = ''] = trace.split('\n');
  const headers = [
    `Return-Path: <${envelope_from}>`,
    `Delivered-To: ${delivered_to}`,
    `Received: ${from}`,
    `\t${by}`,
    `\tfor <${delivered_to}>; ${date}`,
    '',
  ];
  return Buffer.concat([Buffer.from(headers.join('\r\n')), raw]);
}

// Bytes of the fields that `/raw` of a received mail has in front of the stored bytes, without their values; two
// less, as the values of `trace` are three lines, whose line ends are counted with them.
const WORDS =
  Buffer.byteLength('Return-Path: <>\r\nDelivered-To: \r\nReceived: \r\n\t\r\n\tfor <>; \r\n') - 2;

/** SQL: bytes of `/raw` in front of those that are stored, of a mail that is received. */
export const headBytes = (trace: string, envelopeFrom: string, deliveredTo: string): string =>
  `${WORDS} + octet_length(${trace}) + octet_length(${envelopeFrom}) + 2 * octet_length(${deliveredTo})`;

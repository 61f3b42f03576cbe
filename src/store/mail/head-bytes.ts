// What `/raw` of a received mail has in front of the stored bytes, but for what it is told, and the line ends
// between that.
const WORDS =
  Buffer.byteLength('Return-Path: <>\r\nDelivered-To: \r\nReceived: \r\n\t\r\n\tfor <>; \r\n') - 2;

/** SQL: bytes of `/raw` in front of those that are stored, of a mail that is received. */
export const headBytes = (trace: string, envelopeFrom: string, deliveredTo: string): string =>
  `${WORDS} + octet_length(${trace}) + octet_length(${envelopeFrom}) + 2 * octet_length(${deliveredTo})`;

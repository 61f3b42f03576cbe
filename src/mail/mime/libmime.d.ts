// The pieces of libmime that are used; the package ships no types.
declare module 'libmime' {
  interface StructuredHeader {
    value: string | false;
    params: Record<string, string>;
  }
  const libmime: {
    /** Words of at most `length` bytes, with blanks between them. */
    encodeWord(text: string, encoding: 'B' | 'Q', length: number): string;
    parseHeaderValue(value: string): StructuredHeader;
    detectMimeType(fileNameOrExtension: string): string;
  };
  export default libmime;
}

declare module 'libmime/lib/charset.js' {
  const libcharset: {
    /** Unknown charsets are read as UTF-8. */
    decode(bytes: Buffer, charset: string): string;
  };
  export default libcharset;
}

const BEGIN = /^begin [0-7]{3,4} /;

/** Undoes uuencode, which some mail has for a transfer encoding; what has no `begin` line is left alone. */
export function decodeUuencode(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  const begin = lines.findIndex((line) => BEGIN.test(line));
  if (begin < 0) return bytes;
  const decoded: Buffer[] = [];
  for (let i = begin + 1; i < lines.length && lines[i] !== 'end'; i++)
    decoded.push(decodeLine(lines[i]!));
  return Buffer.concat(decoded);
}

/** Its first character says how many bytes it stands for; blanks at its end may have been lost. */
function decodeLine(line: string): Buffer {
  const out = Buffer.alloc(sixBits(line, 0) + 2);
  const length = out.length - 2;
  for (let from = 1, to = 0; to < length; from += 4, to += 3) {
    const first = (sixBits(line, from) << 18) | (sixBits(line, from + 1) << 12);
    out.writeUIntBE(first | (sixBits(line, from + 2) << 6) | sixBits(line, from + 3), to, 3);
  }
  return out.subarray(0, length);
}

/** Nothing is a blank, which is zero. */
const sixBits = (line: string, at: number) => ((line.charCodeAt(at) || 0x20) - 0x20) & 0x3f;

const SIGNATURE = '-- ';

/**
 * Text of format=flowed (RFC 3676 section 4) with a line for each paragraph: a line that ends with a blank goes on in
 * the next one of the same quote depth. Empty lines and the one above a signature stand alone.
 */
export function decodeFlowed(text: string, delSp: boolean): string {
  const lines: string[] = [];
  let goesOn: string | null = null;
  for (const line of text.split('\n')) {
    const { quote, prefix, content } = readLine(line);
    const isFlowed = content.endsWith(' ') && content !== SIGNATURE;
    const kept = isFlowed && delSp ? content.slice(0, -1) : content;
    if (quote === goesOn && content !== '' && content !== SIGNATURE)
      lines[lines.length - 1] += kept;
    else lines.push(prefix + kept);
    goesOn = isFlowed ? quote : null;
  }
  return lines.join('\n');
}

/** Without the blank that is stuffed in where a line would begin with what means something. */
function readLine(line: string) {
  let depth = 0;
  while (line[depth] === '>') depth++;
  const content = line.startsWith(' ', depth) ? line.slice(depth + 1) : line.slice(depth);
  const quote = line.slice(0, depth);
  return { quote, prefix: quote !== '' && content !== '' ? `${quote} ` : quote, content };
}

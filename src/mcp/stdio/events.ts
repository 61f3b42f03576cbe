/** An event of a stream (HTML Living Standard, section 9.2). */
export interface StreamEvent {
  readonly id: string | null;
  readonly data: string;
}

/** Events as they arrive; comments and what a stream breaks off with are none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let [id, data]: [string | null, string[]] = [null, []];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (id !== null || data.length > 0) yield { id, data: data.join('\n') };
      [id, data] = [null, []];
    } else if (line.startsWith('data:')) data.push(valueOf(line));
    else if (line.startsWith('id:')) id = valueOf(line);
  }
}

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1).replace(/^ /, '');

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield line.replace(/\r$/, '');
  }
}

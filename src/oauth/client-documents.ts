import type { Send } from '../egress/send.js';
import { safeText } from '../mail/text/safe-text.js';
import type { OAuthStorage } from './storage.js';

interface ClientDocumentsDeps {
  /** Their addresses are what a stranger wrote. */
  readonly send: Send;
  readonly storage: Pick<OAuthStorage, 'saveDocument' | 'findDocument'>;
}

/** Bytes of a document at most (draft-ietf-oauth-client-id-metadata-document section 6.6). */
export const DOCUMENT_BYTES = 5 * 1024;

/**
 * Fetches metadata documents of clients (draft-ietf-oauth-client-id-metadata-document). Where that fails for
 * no reason of theirs, the last one that came is taken: otherwise nobody could refresh while they are away.
 */
export function createDocumentFetch(deps: ClientDocumentsDeps): (url: string) => Promise<Response> {
  const { send, storage } = deps;
  return async (url) => {
    const answer = await send({ url, method: 'GET', headers: { Accept: 'application/json' } });
    if (answer.kind === 'failed' || answer.status >= 500) {
      const kept = await storage.findDocument(url);
      if (kept !== undefined) return new Response(kept);
      throw new Error(answer.kind === 'failed' ? answer.message : `Answered ${answer.status}`);
    }
    const { status, body, headers, isCut } = answer;
    if (isCut || body.length > DOCUMENT_BYTES) throw new Error('The document is too long');
    const text = safeText(body.toString());
    if (status === 200) await storage.saveDocument(url, text);
    return new Response(text, { status, headers: cacheHeaders(headers) });
  };
}

/** What says how long a document is good for. */
const cacheHeaders = ({ 'cache-control': control, expires }: Record<string, unknown>) => ({
  ...(typeof control === 'string' && { 'Cache-Control': control }),
  ...(typeof expires === 'string' && { Expires: expires }),
});

/** The tagged end of a command (RFC 9051 section 7.1). */
export interface StatusResponse {
  readonly status: 'OK' | 'NO' | 'BAD';
  /** Without its brackets. */
  readonly code?: string | undefined;
  /** Printable ASCII of ours: nothing that a client or a sender wrote. */
  readonly text: string;
}

/** An answer that is thrown: the command was understood and is not done. */
export class Refused extends Error {
  constructor(
    readonly code: string | undefined,
    text: string,
  ) {
    super(text);
  }
}

/** What comes after a tag or `*`. */
export const written = ({ status, code, text }: StatusResponse): string =>
  `${status} ${code === undefined ? '' : `[${code}] `}${text}`;

/** `NO`, or `BAD` where `status` says so. */
export const refusal = (
  text: string,
  code?: string,
  status: 'NO' | 'BAD' = 'NO',
): StatusResponse => ({
  status,
  code,
  text,
});

/** What everything is answered that would change something. */
export const readOnly = (): Refused =>
  new Refused('NOPERM', 'Mail is read-only here: use the REST interface, see /docs');

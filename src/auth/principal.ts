/** Who a call comes from. */
export type Principal =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'mail-server' }
  /** `showedSomething`: a credential that is not valid. */
  | { readonly kind: 'nobody'; readonly showedSomething: boolean };

/**
 * What rows, counters and limits know a principal by, unique over all kinds. Those that are not let near
 * anything of an organization share the empty name.
 */
export const principalId = (principal: Principal): string =>
  principal.kind === 'key' ? principal.id : '';

/** Seconds that are left of a task's time, one at least. */
export const secondsLeft = ({ expiresAt }: { readonly expiresAt: Date }): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1_000));

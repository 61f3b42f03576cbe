/** Settings for servers whose data need not outlive the machine. */
export const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The attribute by which the service itself finds controls that it saw. */
export const CONTROL_MARK = 'data-seen-control';

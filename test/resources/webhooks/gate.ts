/** Something that others wait for until it is opened. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A closed gate. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** A function that answers once for each object, and remembers what it said. */
export function once<Asked extends object, Answer>(
  answer: (one: Asked) => Answer,
): (one: Asked) => Answer {
  const known = new WeakMap<Asked, Answer>();
  return (one) => {
    let own = known.get(one);
    if (own === undefined) known.set(one, (own = answer(one)));
    return own;
  };
}

/** What is made when it is first asked for. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

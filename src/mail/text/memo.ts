/** Tells something of each thing once, and knows it as long as the thing is there. */
export function memo<Thing extends object, Told extends NonNullable<unknown>>(
  tell: (one: Thing) => Told,
): (one: Thing) => Told {
  const known = new WeakMap<Thing, Told>();
  return (one) => {
    let told = known.get(one);
    if (told === undefined) known.set(one, (told = tell(one)));
    return told;
  };
}

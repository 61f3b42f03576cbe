// What inputs and answers of activities called their fields in earlier versions, and call them now.
const NAMES: Readonly<Record<string, string>> = {
  ladder: 'schedule',
  lookIn: 'retryInSeconds',
  said: 'summary',
};

/** The same under the names of today: a run that began earlier is replayed with what it was given then. */
export const named = <Given extends object>(given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [NAMES[name] ?? name, value as unknown]),
  ) as Given;

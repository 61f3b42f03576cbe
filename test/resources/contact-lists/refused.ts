/** Contacts that cannot be added: what is wrong, what is sent, and what is said of it. */
export const REFUSED: readonly (readonly [
  what: string,
  contacts: readonly object[],
  error: string | RegExp,
])[] = [
  ['no contacts', [], 'contacts must not be empty'],
  [
    'too many',
    Array.from({ length: 10_001 }, (_, n) => ({ address: `${n}@x.example` })),
    'contacts must have at most 10000 items',
  ],
  ['no address', [{ name: 'A' }], 'contacts[0].address is required'],
  [
    'two addresses in one',
    [{ address: 'a@x.example' }, { address: 'a@x.example, b@x.example' }],
    'contacts[1].address must be one email address, such as user@example.com',
  ],
  [
    'a line end in an address',
    [{ address: 'a@x.example\r\nBcc: b@x.example' }],
    'contacts[0].address must be one email address, such as user@example.com',
  ],
  [
    'a line end in a name',
    [{ address: 'a@x.example', name: 'A\r\nBcc: b@x.example' }],
    'contacts[0].name must not hold control characters',
  ],
  [
    'a variable of another name',
    [{ address: 'a@x.example', variables: { '1st': 'a' } }],
    'contacts[0].variables.1st must be named with at most 64 letters, digits and _, and no digit in front',
  ],
  [
    'a nested variable',
    [{ address: 'a@x.example', variables: { a: {} } }],
    'contacts[0].variables.a must be a string or a number or true or false',
  ],
  [
    'a long variable',
    [{ address: 'a@x.example', variables: { a: 'a'.repeat(1_001) } }],
    /^contacts\[0\]\.variables\.a must have at most 1000 characters/,
  ],
  [
    'many variables',
    [
      {
        address: 'a@x.example',
        variables: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`v${n}`, n])),
      },
    ],
    'contacts[0].variables must have at most 50 members',
  ],
];

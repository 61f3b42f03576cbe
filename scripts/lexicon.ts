import { copyFileSync, writeFileSync } from 'node:fs';
import { LICENSE, readCldr } from './lexicon-cldr.js';

// `npm run lexicon`: writes what CLDR says of times to `lexicon/`, and prints how much that is.

const lexicon = readCldr();
const text = `${JSON.stringify(lexicon, null, 2)}\n`;
writeFileSync('lexicon/cldr.json', text);
// Its terms go with every copy.
copyFileSync(LICENSE, 'lexicon/cldr-license.txt');
const languages = Object.values(lexicon.languages);
const count = (has: (words: (typeof languages)[number]) => string) =>
  languages.filter((words) => has(words).replace(/[ ,]/g, '') !== '').length;
console.log(
  `CLDR ${lexicon.version}: units of ${languages.length} languages, months of ${count(({ months }) => months)}, ` +
    `number words of ${count(({ numbers }) => numbers)}; ${Math.round(text.length / 1024)} Ki characters`,
);

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { coverage, problemsOf } from './lexicon-check.js';
import { LICENSE, readCldr } from './lexicon-cldr.js';
import { readLexicon } from './lexicon-rows.js';

// `npm run lexicon`: looks at the words of all languages, writes what CLDR says of times to `lexicon/`, and prints
// how much there is.

const languages = readLexicon();
const problems = languages.flatMap(({ language }) =>
  problemsOf(language, readFileSync(`lexicon/${language}.tsv`, 'utf8')),
);
for (const line of problems) console.error(line);
if (problems.length > 0) process.exit(1);
for (const line of coverage(languages)) console.log(line);

const lexicon = readCldr();
const text = `${JSON.stringify(lexicon, null, 2)}\n`;
writeFileSync('lexicon/cldr.json', text);
// Its terms go with every copy.
copyFileSync(LICENSE, 'lexicon/cldr-license.txt');
const times = Object.values(lexicon.languages);
const count = (has: (words: (typeof times)[number]) => string) =>
  times.filter((words) => has(words).replace(/[ ,]/g, '') !== '').length;
console.log(
  `CLDR ${lexicon.version}: units of ${times.length} languages, months of ${count(({ months }) => months)}, ` +
    `number words of ${count(({ numbers }) => numbers)}; ${Math.round(text.length / 1024)} Ki characters`,
);

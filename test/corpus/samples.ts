import { CLASSES, type CorpusMail } from './read.js';
import { judge } from './score.js';

const WANTED = 30;

/** Rows of a table of summaries: all classes in turn, in as many languages as there are. */
export function samples(mails: readonly CorpusMail[]): string[] {
  const rows: string[] = [];
  for (const { labels, ...mail } of chosen(mails)) {
    const { analysis } = judge({ labels, ...mail });
    rows.push(`| ${labels.lang} | ${labels.class} | ${analysis.summary.replaceAll('|', '\\|')} |`);
  }
  return rows;
}

function chosen(mails: readonly CorpusMail[]): CorpusMail[] {
  const languages = [...new Set(mails.map(({ labels }) => labels.lang))].sort();
  const found = new Set<CorpusMail>();
  for (let turn = 0; found.size < WANTED && turn < 10 * WANTED; turn++) {
    const kind = CLASSES[turn % CLASSES.length];
    const language = languages[turn % languages.length];
    const mail = mails.find(
      (one) => one.labels.class === kind && one.labels.lang === language && !found.has(one),
    );
    if (mail) found.add(mail);
  }
  return [...found];
}

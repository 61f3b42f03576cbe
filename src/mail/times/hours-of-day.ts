import type { Span } from '../text/text-urls.js';

/** An hour of a day that a text names without minutes. */
export interface HourOfDay extends Span {
  readonly hour: number;
}

/** "Hasta las 18 horas", "até às 18 horas": "caduca a las 24 horas" and "nas 24 horas" are lengths of time. */
const UNTIL = String.raw`(?:(?:hasta|antes de) las|(?:até|ate) [àa]s|às|antes das)`;
/** "Tot 18 uur", but not "tot 24 uur na ontvangst". */
const UNTIL_NL = String.raw`(?:om|tot|uiterlijk|vóór)`;
/** "Avant 13 heures", but not "avant 24 heures". */
const UNTIL_FR = String.raw`(?:avant|jusqu['’]à|à)`;
const HOURS_FR = String.raw`\s(1?\d|2[0-3])(?=\sheures?(?!\p{L}))`;
const BEHIND_LENGTH = String.raw`(?!\s(?:na|nadat|lang|geldig|vanaf)(?!\p{L}))`;
/** "Kl. 18", "klo 18", "saat 18'e kadar", "entro le 18", "pukul 5 sore". */
const CLOCK = String.raw`(?:kl\.?|klockan|klokken|kello|klo|pukul|pkl\.?|jam|ore|orele|ora|godz\.?|godzin[yieą]{1,2}|entro le|a las|fino alle|prima delle|alle|saat)`;
const NUMBER = String.raw`\s(\d{1,2})(?![\d%€]|[:.,]\d)`;
/** "Jam 2 menit" and "alle 10 Minuten" are none. */
const NO_LENGTH = String.raw`(?!\s?(?:min|men|sec|seg|sek|dak|dk|gün|saat|st|std|ore|tage|giorni|dag|hari|dni|zile|jam|uur|uhr|hora|tim|päiv|a?nd|wo))`;
const PART = String.raw`(?:\s(?:(?:de la|da|di|del|du)\s|['’]s\s)?(mañana|tarde|noche|manhã|noite|mattina|mattino|pomeriggio|sera|pagi|siang|sore|petang|malam|ochtends|middags|avonds))?`;
const HOUR = new RegExp(
  String.raw`(?<!\p{L})(?:${UNTIL}${NUMBER}(?!\s(?:min|d[ií]as?))(?:\s(?:horas|hs?)(?!\p{L}))?|${UNTIL_NL}${NUMBER}\suur${BEHIND_LENGTH}|${CLOCK}${NUMBER}${NO_LENGTH}|${UNTIL_FR}${HOURS_FR})${PART}`,
  'giu',
);
/** How the words that lead to an hour end; most numbers stand behind others, which is found out faster. */
const MAY_LEAD = /(?:[aàąeiklmnostyz.]|ór)\s\d/iu;
const BEFORE_UNIT = new RegExp(String.raw`(?<!\p{L})(?:${UNTIL}|(${UNTIL_NL}))\s\d{1,2}\s?$`, 'iu');
const NO_CLOCK = new RegExp(`^${BEHIND_LENGTH}`, 'iu');
/** "Om 2 timmar" is a length of time. */
const IS_UUR = /^uur$/i;
const BEFORE_HEURES = new RegExp(String.raw`(?<!\p{L})${UNTIL_FR}\s(?:1?\d|2[0-3])\s$`, 'iu');
const IS_HEURES = /^heures?$/i;
/** "Les virements après 16 h partent demain": nobody waits for so odd a number of hours. */
const AFTER_FR = /(?<!\p{L})(?:après|dès|vers|à partir de)\s(?:1[3-9]|2[0-3])\s?$/iu;
const IS_H = /^h(?:eures)?$/i;
const LATE = /^(?:tarde|noche|noite|pomeriggio|sera|siang|sore|petang|malam|middags|avonds)$/i;
/** Characters before a word for hours that tell a time of day from a length of time. */
const MAX_LEAD = 20;

/** The first hour behind a place that a word leads to, else the last one before it. */
export function findHour(text: string, place: number): HourOfDay | null {
  if (!MAY_LEAD.test(text)) return null;
  const hours = [...text.matchAll(HOUR)].flatMap(readHour);
  return hours.find(({ start }) => start >= place) ?? hours.at(-1) ?? null;
}

function readHour(match: RegExpExecArray): HourOfDay[] {
  const [whole, romance, dutch, other, french, part] = match;
  const said = Number(romance ?? dutch ?? other ?? french);
  const hour = part && LATE.test(part) && said < 12 ? said + 12 : said;
  return hour > 24 ? [] : [{ start: match.index, end: match.index + whole.length, hour }];
}

/** Whether the word for hours at a place in a text is part of a time of day: "hasta las 18 horas". */
export function endsHour(text: string, start: number, end: number): boolean {
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start);
  if (IS_H.test(text.slice(start, end)) && AFTER_FR.test(lead)) return true;
  if (IS_HEURES.test(text.slice(start, end))) return BEFORE_HEURES.test(lead);
  const match = BEFORE_UNIT.exec(lead);
  if (!match?.[1]) return match !== null;
  return IS_UUR.test(text.slice(start, end)) && NO_CLOCK.test(text.slice(end, end + MAX_LEAD));
}

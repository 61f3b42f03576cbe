import { ar } from './ar.js';
import { bg } from './bg.js';
import { cs } from './cs.js';
import { da } from './da.js';
import { de } from './de.js';
import { el } from './el.js';
import { en } from './en.js';
import { es } from './es.js';
import { fi } from './fi.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { hi } from './hi.js';
import { hu } from './hu.js';
import { id } from './id.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { ms } from './ms.js';
import { nb } from './nb.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ro } from './ro.js';
import { ru } from './ru.js';
import { sv } from './sv.js';
import { th } from './th.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import { vi } from './vi.js';
import type { Words } from './words.js';
import { zh } from './zh.js';

/** Every language there are words of. */
export const LANGUAGES: readonly Words[] = [
  ...[en, de, fr, es, pt, it, ro, nl, sv, da, nb, pl, tr, ru, uk, cs, bg],
  ...[el, hu, fi],
  ...[ja, ko, zh, ar, he, hi, vi, th, id, ms],
];

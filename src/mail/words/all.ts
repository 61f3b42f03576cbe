import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { hi } from './hi.js';
import { id } from './id.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { ms } from './ms.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
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
  ...[en, de, fr, es, pt, it, nl, sv, pl, tr, ru, uk],
  ...[ja, ko, zh, ar, he, hi, vi, th, id, ms],
];

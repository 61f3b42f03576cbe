/** Hours east of UTC of abbreviations that mean one zone everywhere, in a Date field as in a sentence. */
export const ZONE_HOURS: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 1, BST: 1, CET: 1, MET: 1, MEZ: 1, CEST: 2, MEST: 2 },
  ...{ MESZ: 2, EET: 2, EEST: 3, MSK: 3, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6 },
  ...{ PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10, PKT: 5, JST: 9, KST: 9, HKT: 8 },
  ...{ AWST: 8, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13 },
};

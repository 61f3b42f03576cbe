/**
 * "With it you finish signing in": how a sentence begins that says what the number of the subject is for.
 * Whole words where the script separates words; case and accents do not matter.
 */
export const MEANS_WORDS = `
  with it, with this, with these, with that, this one, these digits, these numbers, it lets you, this lets you, this gets you, it gets you, use it to, use this to,
  damit, hiermit, mit dieser, mit diesen, mit diesem, avec cela, avec ça, avec ce, avec ces, cela vous permet, grâce à lui, con eso, con esto, con él, con este, con estos, con estas, con ello, con questo, con questa, con questi, con queste, con esso, com isso, com isto, com ele, com este, com estes, com esse, com esses,
  hiermee, daarmee, met dit, met deze, nim, nimi, tym, tymi, za jego pomocą, za ich pomocą, dzięki niemu, dzięki nim, bununla, bunlarla, bu sayıyla, bu numarayla, med det, med den, med dessa, med de, dengan ini, dengan angka ini, dengan itu, với số này, với mã này, bằng số này,
  с ним, с ними, с этим, этим, ими, им, з ним, з ними, із цим, цим, ним, これで, この番号で, この数字で, 이것으로, 이 번호로, 이 숫자로, 用它, 凭此, 憑此, 凭它, 憑它, 用此, بهذا, بهذه, به يمكنك, بها, בעזרתו, בעזרתן, באמצעותו, איתו, עם זה, इससे, इसके साथ, इस अंक से, इनसे, ด้วยเลขนี้, ใช้เลขนี้, ใช้ตัวเลขนี้`;

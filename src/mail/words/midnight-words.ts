/** How mail names the end of a day, in all languages; case and accents do not matter. */
export const MIDNIGHT_WORDS = `
  midnight, end of the day, end of today, mitternacht, ende des tages, tagesende, minuit, fin de la journée, medianoche,
  final del día, meia noite, fim do dia, mezzanotte, fine della giornata, middernacht, einde van de dag, midnatt, midnat,
  slutet av dagen, dagens slut, północy, północą, końca dnia, gece yarısı, gün sonu, полуночи, конца дня, півночі, опівночі,
  кінця дня, 자정, 午夜, 子夜, 今日中, 本日中, 当日中, منتصف الليل, نهاية اليوم, חצות, סוף היום, आधी रात, मध्यरात्रि, nửa đêm, cuối ngày,
  hết hôm nay, hết ngày hôm nay, เที่ยงคืน, สิ้นวัน, tengah malam, akhir hari, keskiyöhön, éjfélig, miezul nopții, půlnoci, полунощ,
  μεσάνυχτα, конца суток, до конца дня, исхода суток, кінця доби, края на деня, края на денонощието, τέλος της ημέρας, τέλος της μέρας, انتهاء اليوم, آخر اليوم,
  סוף היממה, दिन के अंत, दिन समाप्त, 今日内, 今天内, 今日之内, 今天之内, 当日内, 當日內, 今日內, 今天內, 本日内, 今日いっぱい, 本日いっぱい, 本日限り, 当日限り, 오늘 중, 오늘 안에, 오늘까지, 당일까지,
  ภายในวันนี้, สิ้นสุดวันนี้`;

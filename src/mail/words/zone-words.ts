/**
 * How mail names the clock that it means. Terms are separated by commas; the zone is one of the
 * IANA database, whose summer time counts. Abbreviations that say which half of the year they mean
 * are in `src/mail/zones.ts`.
 */
export const ZONE_WORDS: Readonly<Record<string, string>> = {
  'Europe/Berlin':
    'deutscher zeit, deutsche zeit, berliner zeit, ortszeit berlin, berlin time, mitteleuropäischer zeit, mitteleuropäische zeit, central european time',
  'Europe/Vienna': 'wiener zeit, österreichischer zeit',
  'Europe/Zurich': 'schweizer zeit, zürcher zeit, heure suisse',
  'Europe/Paris':
    'heure de paris, heure française, heure locale de paris, heure métropole, paris time',
  'Europe/Brussels': 'heure de bruxelles, brusselse tijd, belgische tijd',
  'Europe/Madrid':
    'hora peninsular, hora de madrid, hora española, hora de españa, hora local de madrid, madrid time',
  'America/Mexico_City':
    'hora de ciudad de méxico, hora de méxico, hora del centro, hora centro de méxico',
  'America/Bogota': 'hora de colombia, hora de bogotá',
  'America/Argentina/Buenos_Aires': 'hora de buenos aires, hora argentina, hora de argentina',
  'America/Santiago': 'hora de chile, hora de santiago',
  'America/Lima': 'hora de lima, hora de perú',
  'Europe/Lisbon': 'hora de lisboa, hora de portugal, hora de portugal continental, lisbon time',
  'America/Sao_Paulo':
    'horário de brasília, hora de brasília, horario de brasilia, brasilia time, horário oficial de brasília',
  'Europe/Rome': 'ora italiana, ora di roma, ora locale di roma, orario italiano',
  'Europe/Amsterdam': 'nederlandse tijd, amsterdamse tijd, tijd in amsterdam',
  'Europe/Stockholm': 'svensk tid, svensk normaltid, svensk sommartid, stockholmstid',
  'Europe/Copenhagen': 'dansk tid, københavnsk tid',
  'Europe/Oslo': 'norsk tid, oslotid',
  'Europe/Helsinki': 'suomen aikaa, suomen aika, helsinki time',
  'Europe/Warsaw':
    'czasu polskiego, czas polski, czasu warszawskiego, czas warszawski, czasu środkowoeuropejskiego, czasu lokalnego w polsce',
  'Europe/Prague': 'středoevropského času, pražského času, českého času',
  'Europe/Budapest': 'magyar idő szerint, budapesti idő szerint',
  'Europe/Bucharest': 'ora româniei, ora româniei, ora bucureștiului',
  'Europe/Athens': 'ώρα ελλάδας, ώρα ελλάδος, ώρα αθήνας',
  'Europe/Sofia': 'българско време, софийско време',
  'Europe/London': 'uk time, london time, british time, ora di londra',
  'Europe/Istanbul': 'türkiye saati, istanbul saati, tsi, trt, turkey time, türkiye saatiyle',
  'Europe/Moscow':
    'мск, по москве, по московскому времени, московского времени, московское время, времени москвы, moscow time',
  'Europe/Kyiv':
    'за києвом, за київським часом, київського часу, київський час, часу києва, kyiv time, по киеву',
  'Asia/Tokyo': '日本時間, 日本標準時, 東京時間, japan time, tokyo time',
  'Asia/Seoul': '한국시간, 한국 시간, 한국시각, 한국 표준시, 서울 시간, korea time',
  'Asia/Shanghai': '北京时间, 北京時間, 中国标准时间, 中国时间, 上海时间, beijing time, china time',
  'Asia/Taipei': '台灣時間, 臺灣時間, 台北時間, 臺北時間, 台湾时间, taipei time, taiwan time',
  'Asia/Hong_Kong': '香港時間, 香港时间, hong kong time',
  'Asia/Riyadh':
    'بتوقيت الرياض, بتوقيت السعودية, بتوقيت مكة, بتوقيت مكة المكرمة, توقيت السعودية, توقيت الرياض, بتوقيت الكويت',
  'Asia/Dubai':
    'بتوقيت الإمارات, بتوقيت الامارات, بتوقيت دبي, بتوقيت أبوظبي, gulf time, dubai time',
  'Africa/Cairo': 'بتوقيت القاهرة, بتوقيت مصر, توقيت القاهرة',
  'Africa/Casablanca': 'بتوقيت المغرب, بتوقيت الدار البيضاء',
  'Asia/Amman': 'بتوقيت عمان, بتوقيت الأردن',
  'Asia/Jerusalem': 'שעון ישראל, לפי שעון ישראל, זמן ישראל, israel time',
  'Asia/Kolkata':
    'भारतीय समय, भारतीय समयानुसार, भारतीय मानक समय, आईएसटी, indian time, indian standard time, india time',
  'Asia/Ho_Chi_Minh': 'giờ việt nam, giờ hà nội, vietnam time',
  'Asia/Bangkok': 'เวลาประเทศไทย, เวลาไทย, ตามเวลาประเทศไทย, bangkok time, thailand time',
  'Asia/Jakarta': 'wib, waktu indonesia barat, waktu jakarta, jakarta time',
  'Asia/Makassar': 'wita, waktu indonesia tengah',
  'Asia/Jayapura': 'wit, waktu indonesia timur',
  'Asia/Kuala_Lumpur': 'waktu malaysia, malaysia time',
  'Asia/Singapore': 'singapore time',
  'America/New_York': 'et, eastern time, eastern, new york time',
  'America/Chicago': 'ct, central time',
  'America/Denver': 'mt, mountain time',
  'America/Los_Angeles': 'pt, pacific time, pacific',
  'Australia/Sydney': 'sydney time, aet',
};

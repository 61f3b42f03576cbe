/**
 * How mail names the clock that it means. Terms are separated by commas; the zone is one of the
 * IANA database, whose summer time counts. Abbreviations that say which half of the year they mean
 * are in `src/mail/times/zones.ts`.
 */
export const ZONE_WORDS: Readonly<Record<string, string>> = {
  'Europe/Berlin':
    'deutscher zeit, deutsche zeit, berliner zeit, ortszeit berlin, berlin time, mitteleuropäischer zeit, mitteleuropäische zeit, mitteleuropäischer sommerzeit, mitteleuropäische sommerzeit, central european time, central european summer time, (berlin',
  'Europe/Vienna': 'wiener zeit, österreichischer zeit',
  'Europe/Zurich':
    'schweizer zeit, zürcher zeit, heure suisse, heure de genève, heure de berne, ora svizzera',
  'Europe/Paris':
    'heure de paris, heure française, heure locale de paris, heure métropole, heure métropolitaine, heure de france, heure de luxembourg, heure de monaco, paris time, (paris',
  'Europe/Brussels': 'heure de bruxelles, heure belge, brusselse tijd, belgische tijd',
  'Europe/Madrid':
    'hora peninsular, hora de madrid, hora española, hora de españa, hora local de madrid, hora local española, hora de la península, hora de barcelona, madrid time, (madrid',
  'America/Mexico_City':
    'hora de ciudad de méxico, hora de méxico, hora del centro, hora centro de méxico, tiempo del centro, hora cdmx, hora de la ciudad de méxico, hora de cdmx, hora mexicana',
  'America/Bogota': 'hora de colombia, hora de bogotá, hora colombiana, hora colombia',
  'America/Argentina/Buenos_Aires':
    'hora de buenos aires, hora argentina, hora de argentina, horario argentino',
  'America/Santiago': 'hora de chile, hora de santiago, hora chilena, hora continental de chile',
  'America/Lima': 'hora de lima, hora de perú, hora del perú, hora peruana',
  'America/Guayaquil': 'hora de ecuador, hora ecuatoriana, hora de quito, hora de guayaquil',
  'America/Caracas': 'hora de venezuela, hora venezolana, hora de caracas',
  'America/Montevideo': 'hora de uruguay, hora uruguaya, hora de montevideo',
  'Atlantic/Canary': 'hora canaria, hora de canarias',
  'Europe/Lisbon':
    'hora de lisboa, hora de portugal, hora de portugal continental, hora portuguesa, hora continental, hora legal portuguesa, lisbon time, (lisboa',
  'Atlantic/Azores': 'hora dos açores',
  'America/Sao_Paulo':
    'horário de brasília, hora de brasília, horario de brasilia, brasilia time, horário oficial de brasília, hora oficial de brasília, horário brasília, horário de são paulo, hora de são paulo, hora do brasil, (brasília, (são paulo',
  'America/Manaus': 'horário de manaus, hora de manaus',
  'Europe/Rome':
    'ora italiana, ora di roma, ora locale di roma, ora locale italiana, orario italiano, orario di roma, ora di milano, ora legale italiana, ora solare italiana, fuso orario italiano, fuso di roma, (roma, (italia',
  'Europe/Amsterdam':
    'nederlandse tijd, amsterdamse tijd, tijd in amsterdam, midden europese tijd, midden europese zomertijd, (amsterdam, (nederland',
  'Europe/Stockholm':
    'svensk tid, svensk normaltid, svensk sommartid, stockholmstid, centraleuropeisk tid, (stockholm, (sverige',
  'Europe/Copenhagen':
    'dansk tid, dansk normaltid, dansk sommertid, københavnsk tid, centraleuropæisk tid',
  'Europe/Oslo': 'norsk tid, norsk normaltid, norsk sommertid, oslotid, sentraleuropeisk tid',
  'Europe/Helsinki': 'suomen aikaa, suomen aika, helsingin aikaa, helsinki time',
  'Europe/Warsaw':
    'czasu polskiego, czas polski, czasu warszawskiego, czas warszawski, czasu środkowoeuropejskiego, czasu lokalnego w polsce, czas letni środkowoeuropejski, czasu letniego, czas środkowoeuropejski, czas środkowoeuropejski letni, czasu w polsce, warsaw time, (warszawa, (polska',
  'Europe/Prague':
    'středoevropského času, středoevropského letního času, středoevropský čas, pražského času, českého času, seč, selč, prague time',
  'Europe/Budapest':
    'magyar idő szerint, budapesti idő szerint, magyar idő, budapesti idő, közép európai idő',
  'Europe/Bucharest':
    'ora româniei, ora bucureștiului, ora bucurești, ora de bucurești, ora locală a româniei, ora oficială a româniei',
  'America/Toronto':
    'heure de montréal, heure du québec, heure de québec, heure de l’est, heure de toronto',
  'Europe/Athens': 'ώρα ελλάδας, ώρα ελλάδος, ώρα αθήνας, ώρα αθηνών, ώρα ελλ',
  'Europe/Sofia':
    'българско време, софийско време, българско лятно време, часът в софия, източноевропейско време, sofia time',
  'Europe/London': 'uk time, london time, british time, ora di londra, (london, (uk',
  'Europe/Istanbul':
    'türkiye saati, türkiye saatine göre, istanbul saatiyle, istanbul saati, tsi, trt, turkey time, türkiye saatiyle, (istanbul, (türkiye',
  'Europe/Moscow':
    'мск, по москве, по московскому времени, московского времени, московское время, времени москвы, время московское, московскому, moscow time, (москва, (moscow',
  'Asia/Yekaterinburg': 'екб, по екатеринбургу, по уральскому времени',
  'Asia/Novosibirsk': 'по новосибирску, по новосибирскому времени',
  'Asia/Vladivostok': 'по владивостоку, по владивостокскому времени',
  'Asia/Almaty': 'по алматы, по астане, времени алматы, по времени астаны',
  'Europe/Minsk': 'по минску, по минскому времени',
  'Asia/Tashkent': 'по ташкенту, по ташкентскому времени',
  'Europe/Kyiv':
    'за києвом, за київським часом, київського часу, київський час, часу києва, kyiv time, kiev time, по киеву, по киевскому времени, за українським часом, (київ, (киев, (kyiv',
  'Asia/Tokyo': '日本時間, 日本時刻, 日本標準時, 東京時間, jst, japan time, tokyo time, (東京',
  'Asia/Seoul':
    '한국시간, 한국 시간, 한국시각, 한국 시각, 한국 표준시, 한국표준시, 대한민국 시간, 대한민국 표준시, 서울 시간, 서울시간, kst, korea time, (서울',
  'Asia/Shanghai':
    '北京时间, 北京時間, 中国标准时间, 中国时间, 中國標準時間, 上海时间, 东八区, 東八區, beijing time, china time, (北京',
  'Asia/Taipei':
    '台灣時間, 臺灣時間, 台北時間, 臺北時間, 台北标准时间, 台北標準時間, 臺灣標準時間, 台灣標準時間, 中原標準時間, 台湾时间, taipei time, taiwan time, (台北',
  'Asia/Hong_Kong': '香港時間, 香港时间, hong kong time',
  'Asia/Riyadh':
    'بتوقيت الرياض, بتوقيت السعودية, بتوقيت مكة, بتوقيت مكة المكرمة, توقيت السعودية, توقيت الرياض, بتوقيت الكويت, (الرياض',
  'Asia/Dubai':
    'بتوقيت الإمارات, بتوقيت الامارات, بتوقيت دبي, بتوقيت أبوظبي, gulf time, dubai time',
  'Africa/Cairo': 'بتوقيت القاهرة, بتوقيت مصر, توقيت القاهرة',
  'Africa/Casablanca': 'بتوقيت المغرب, بتوقيت الدار البيضاء',
  'Asia/Baghdad': 'بتوقيت بغداد, بتوقيت العراق',
  'Asia/Kuwait': 'بتوقيت دولة الكويت',
  'Asia/Qatar': 'بتوقيت الدوحة, بتوقيت قطر',
  'Asia/Bahrain': 'بتوقيت البحرين, بتوقيت المنامة',
  'Asia/Muscat': 'بتوقيت مسقط, بتوقيت سلطنة عمان',
  'Asia/Beirut': 'بتوقيت بيروت, بتوقيت لبنان',
  'Asia/Damascus': 'بتوقيت دمشق, بتوقيت سوريا',
  'Africa/Tunis': 'بتوقيت تونس, heure de tunis, heure tunisienne',
  'Africa/Algiers': "بتوقيت الجزائر, heure d'alger, heure algérienne",
  'Africa/Tripoli': 'بتوقيت طرابلس, بتوقيت ليبيا',
  'Africa/Khartoum': 'بتوقيت الخرطوم, بتوقيت السودان',
  'Asia/Nicosia': 'ώρα κύπρου',
  'Asia/Amman': 'بتوقيت عمان, بتوقيت الأردن',
  'Asia/Jerusalem': 'שעון ישראל, לפי שעון ישראל, זמן ישראל, שעון ירושלים, israel time, (ישראל',
  'Asia/Kolkata':
    'भारतीय समय, भारतीय समयानुसार, भारतीय मानक समय, भारत के समय, भारत समय, आईएसटी, आई एस टी, बजे ist, indian time, indian standard time, india time',
  'Asia/Ho_Chi_Minh':
    'giờ việt nam, giờ vn, giờ hà nội, giờ sài gòn, giờ đông dương, múi giờ việt nam, vietnam time',
  'Asia/Bangkok':
    'เวลาประเทศไทย, เวลาในประเทศไทย, เวลาไทย, เวลากรุงเทพ, เวลามาตรฐานประเทศไทย, ตามเวลาประเทศไทย, bangkok time, thailand time',
  'Asia/Jakarta':
    'wib, waktu indonesia barat, waktu indonesia bagian barat, waktu jakarta, jakarta time',
  'Asia/Makassar': 'wita, waktu indonesia tengah, waktu indonesia bagian tengah',
  'Asia/Jayapura': 'wit, waktu indonesia timur, waktu indonesia bagian timur',
  'Asia/Kuala_Lumpur':
    'waktu malaysia, masa malaysia, waktu kuala lumpur, waktu piawai malaysia, malaysia time',
  'Asia/Singapore': 'waktu singapura, singapore time',
  'America/New_York': 'et, eastern time, eastern, new york time, (new york',
  'America/Chicago': 'ct, central time',
  'America/Denver': 'mt, mountain time',
  'America/Los_Angeles': 'pt, pacific time, pacific',
  'Australia/Sydney': 'sydney time, aet',
};

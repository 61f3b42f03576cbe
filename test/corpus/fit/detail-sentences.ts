import type { Sentence } from './odd-sentences.js';

/** A form that somebody has filled in: title, name, country, a number with its label, a choice. */
type Form = readonly [string, string, string, string, string, string];

const FORMS: readonly Form[] = [
  ['en', 'New registration', 'Name', 'Country: Sweden', 'Membership information', 'Newsletter: no'],
  ['en', 'Your profile', 'Name', 'Institution: Harbour College', 'ORCID', 'Reviewer: yes'],
  [
    'de',
    'Neue Anmeldung',
    'Name',
    'Land: Schweden',
    'Angaben zur Mitgliedschaft',
    'Rundbrief: nein',
  ],
  ['fr', 'Nouvelle inscription', 'Nom', 'Pays : Suède', 'Adhésion', 'Lettre : non'],
  ['es', 'Nuevo registro', 'Nombre', 'País: Suecia', 'Información de la membresía', 'Boletín: no'],
  ['it', 'Nuova iscrizione', 'Nome', 'Paese: Svezia', 'Dati del socio', 'Notiziario: no'],
  ['pt', 'Novo registo', 'Nome', 'País: Suécia', 'Dados de associado', 'Boletim: não'],
  [
    'nl',
    'Nieuwe inschrijving',
    'Naam',
    'Land: Zweden',
    'Lidmaatschapsgegevens',
    'Nieuwsbrief: nee',
  ],
  ['sv', 'Ny anmälan', 'Namn', 'Land: Sverige', 'Uppgifter om medlemskap', 'Nyhetsbrev: nej'],
  ['pl', 'Nowa rejestracja', 'Imię', 'Kraj: Szwecja', 'Dane o członkostwie', 'Biuletyn: nie'],
  ['tr', 'Yeni kayıt', 'Ad', 'Ülke: İsveç', 'Üyelik bilgileri', 'Bülten: hayır'],
  ['ru', 'Новая регистрация', 'Имя', 'Страна: Швеция', 'Сведения о членстве', 'Рассылка: нет'],
  ['uk', 'Нова реєстрація', 'Ім’я', 'Країна: Швеція', 'Відомості про членство', 'Розсилка: ні'],
  ['ja', '新規登録', '氏名', '国: スウェーデン', '会員情報', '案内: 不要'],
  ['zh', '新注册', '姓名', '国家:瑞典', '会员信息', '通讯:否'],
  ['ar', 'تسجيل جديد', 'الاسم', 'البلد: السويد', 'بيانات العضوية', 'النشرة: لا'],
];

/** Numbers of what somebody is or has, asked for by a form. */
export const DETAIL_SENTENCES: readonly Sentence[] = FORMS.flatMap(
  ([lang, title, name, country, label, choice]): Sentence[] => [
    [lang, title, `${title}\n\n${name}: Mara Lind\n${country}\n${label}: 771204\n${choice}`],
    [lang, title, `${name}:\nMara Lind\n\n${label}:\n771204\n\n${choice}`],
  ],
);

import { CharKind, charKinds } from './fold.js';

/**
 * Short words that running text cannot do without, by language, for languages in Latin script. A word
 * that several of them have tells nothing.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: `the and you your this that with have has are will please our been they which would from can
    not it if by at was were here click below enter use get any new only request password
    address valid minutes sign these just dear regards thanks thank expires ignore did`,
  de: `der die und ist ich sie ihr ihre ihren nicht mit für sich auf dem den des eine einen wir bei
    zum zur wird wurde haben bitte oder wenn klicken gültig adresse geben passwort hallo vielen
    dank zu im am nur noch nach ihrem ihnen`,
  fr: `le les une est vous votre vos pour dans sur avec nous pas ce cette qui aux bonjour être avez
    cet du et valable compte mot passe cliquez merci ne à par demande cordialement voici ou`,
  es: `el los las una su sus por con del para tu usted ha hola más como lo y está al le si no
    cuenta correo contraseña haga clic gracias solicitud nuestro`,
  it: `il gli della del che non per una con sono è di questo questa alla dal nel tuo tua suo sua
    abbiamo ciao grazie ti hai si le al codice minuti indirizzo clicca gentile saluti entro ecco
    se i`,
  pt: `o os do da das dos não com para uma você seu sua por como mais em no na ao foi se este esta
    à as pelo olá é conta senha clique obrigado endereço abaixo`,
  nl: `het een van je en voor niet met zijn uw dat naar deze wordt hebt heeft bij ook om aan bent
    jouw kunt of is de klik adres geldig wachtwoord hieronder groeten`,
  pl: `nie się na do że jest dla twoje twój proszę aby przez lub oraz jeśli od za ten ta został
    masz po jak adres kliknij ważny minut hasło pozdrawiamy witaj`,
  tr: `ve bir bu için ile olarak da de sizin lütfen daha olan ne var değil kadar size bizim gibi
    merhaba hesap dakika şifre tıklayın geçerli teşekkürler`,
  sv: `och att det som en är för på med du din ditt har inte av till den ett vi kan om detta hej
    koden ange klicka giltig adress lösenord minuter tack hälsningar nu eller efter dig mig dina vår
    hos denna blir bli också senast från här när så`,
  vi: 'của bạn và là để không này cho một các với trong mã tài khoản phút nhấn vui lòng nếu đã được',
  // Danish and Norwegian: what they share; so Indonesian and Malay.
  da: `og ikke hvis jeg med af til den et vi kan hej hei adresse tak takk fra ved være du din ditt dit
    har på for er dig deg mig meg nu nå eller efter etter blive bliver blir denne hvor også kun bare
    gyldig minutter udløber utløper adgangskode adgangskoden passord bekræft bekreft klik klikk venlig
    vennlig hilsen kære kjære bestilling betaling din dine vores vår hos os oss brug bruk ønsker`,
  id: `dan yang anda ini untuk dengan tidak kami dari akan ke pada atau adalah telah jika kamu akun akaun
    kode kod menit minit masukkan berlaku sah jangan silakan sila kepada saya bisa boleh hai halo
    pesanan alamat terima kasih hanya sahaja klik tekan berikut bawah supaya agar sudah belum dalam
    oleh mohon harap siapa nomor nombor pembayaran bayaran karena kerana`,
  cs: `a se je že pro vás váš vaše vaší vám prosím nebo jsme jste byl byla do si jako tento tato od k dobrý
    den kód kódu platí účet účtu heslo pokud zadejte děkujeme objednávka objednávku platba platby platbu
    částka číslo odkaz klikněte není abyste po minut tlačítko ještě pozdravem adresu ahoj jsou bude při`,
  ro: `și în la cu pentru nu este din ați dumneavoastră pe un vă să bună codul contul contului adresa
    parola valabil minute mulțumim comanda dacă prin sau această acest tău ești`,
  hu: `a az és hogy nem egy ez kérjük vagy meg is kód kódot kódja perc percig érvényes fiók fiókja
    fiókjába cím címet jelszó kattintson köszönjük üdvözlettel kedves tisztelt belépés belépéshez ha ön
    önnek következő írja adja senkinek`,
  fi: `ja on ei että tämä sinun voit jos tai sähköposti sähköpostin koodi koodin koodia voimassa
    minuuttia tili tilisi tilin salasana hei terveisin kirjaudu vahvista vahvistaa osoite osoitteen se
    ovat ole olet sinulle kiitos ne`,
};

/** So many different words of a language tell it. */
const ENOUGH = 4;
/** For one word of another language. */
const RATIO = 4;

interface FrequentWord {
  readonly language: string;
}

const OWNERS = readOwners();
const LONGEST = Math.max(...[...OWNERS.keys()].map(({ length }) => length));

function readOwners(): ReadonlyMap<string, FrequentWord> {
  const owners = new Map<string, FrequentWord>();
  const shared = new Set<string>();
  for (const [language, list] of Object.entries(WORDS))
    for (const word of list.split(/\s+/))
      if (owners.has(word) && owners.get(word)!.language !== language) shared.add(word);
      else owners.set(word, { language });
  for (const word of shared) owners.delete(word);
  return owners;
}

/**
 * The language of a text in Latin script that its frequent words tell beyond doubt; else null. Of two
 * neighbours that share nearly all such words, the one that stands for both.
 */
export function languageOfWords(text: string): string | null {
  const lower = text.toLowerCase();
  const seen = new Set<FrequentWord>();
  const counts: Record<string, number> = {};
  for (let i = 0; i < lower.length; i++) {
    if (charKinds[lower.charCodeAt(i)] !== CharKind.Letter) continue;
    const start = i;
    while (charKinds[lower.charCodeAt(i)] === CharKind.Letter) i++;
    const word = i - start > LONGEST ? undefined : OWNERS.get(lower.slice(start, i));
    if (!word || seen.has(word)) continue;
    seen.add(word);
    const count = (counts[word.language] = (counts[word.language] ?? 0) + 1);
    if (count >= ENOUGH && count >= RATIO * (seen.size - count)) return word.language;
  }
  return null;
}

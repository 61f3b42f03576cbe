import { CharKind, charKinds } from './fold.js';

/**
 * Short words that running text cannot do without, by language, for languages in Latin script. A word
 * that several of them share is no evidence.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: `the and you your this that with have has are will please our been they which would from can not
    it if by at was were here click below enter use get any new only request password address valid
    minutes sign these just dear regards thanks thank expires ignore did about what when there their
    into should could how because before after today`,
  de: `der die und ist ich sie ihr ihre ihren nicht mit für sich auf dem den des eine einen wir bei zum
    zur wird wurde haben bitte oder wenn klicken gültig adresse geben passwort hallo vielen dank zu im
    am nur noch nach ihrem ihnen auch kann können werden sind dieser diese dieses diesen durch über
    unser unsere unseren dann aber mehr heute uhr damit ohne dein deine deinen deiner dir dich jetzt
    grüßen freundlichen`,
  fr: `le les une est vous votre vos pour dans sur avec nous pas ce cette qui aux bonjour être avez cet
    du et valable compte mot passe cliquez merci ne à par demande cordialement voici ou sont leur ces
    ont été où afin veuillez dès très chez lors depuis aucun aucune notre ligne ceci`,
  es: `el los las una su sus por con del para tu usted ha hola más como lo y está al le si no cuenta
    correo contraseña haga clic gracias solicitud nuestro tienes aquí hasta puedes puede eres muy pero
    dirección hoy también siguiente línea días según sesión ahora nuestra nuestros ninguna pulsa ingresa
    mensaje saludos atentamente estimado estimada`,
  it: `il gli della del che non per una con sono è di questo questa alla dal nel tuo tua suo sua abbiamo
    ciao grazie ti hai si le al codice minuti indirizzo clicca gentile saluti entro ecco se i anche
    nostro nostra perché puoi può essere stato stata ogni dopo delle degli dei nelle sulla cui già verrà
    inserisci buongiorno cordiali gentili`,
  pt: `o os do da das dos não com para uma você seu sua por como mais em no na ao foi se este esta à as
    pelo olá é conta senha clique obrigado endereço abaixo são aos pela pelos pelas isso isto também já
    até aqui muito após seus suas pode nós mensagem atenciosamente cumprimentos prezado prezada`,
  nl: `het een van je en voor niet met zijn uw dat naar deze wordt hebt heeft bij ook om aan bent jouw
    kunt of is de klik adres geldig wachtwoord hieronder groeten wij onze jullie graag mijn geen zullen
    kunnen hebben nieuwe alleen hartelijke vriendelijke`,
  pl: `nie się na do że jest dla twoje twój proszę aby przez lub oraz jeśli od za ten ta został masz po
    jak adres kliknij ważny minut hasło pozdrawiamy witaj możesz który która które wiadomość będzie
    tylko tego przed zobaczenia pasuje twoja twoją`,
  tr: `ve bir bu için ile olarak da de sizin lütfen daha olan ne var değil kadar size bizim gibi merhaba
    hesap dakika şifre tıklayın geçerli teşekkürler tarafından hesabınız hesabınızı tarihinde sayın
    üzere eğer numaralı çok tamam uygun`,
  sv: `och att det som en är för på med du din ditt har inte av till den ett vi kan om detta hej koden
    ange klicka giltig adress lösenord minuter tack hälsningar nu eller efter dig mig dina vår hos denna
    blir bli också senast från här när så inom genom måste kunna mycket redan ska sedan`,
  vi: 'của bạn và là để không này cho một các với trong mã tài khoản phút nhấn vui lòng nếu đã được',
  // Danish and Norwegian: what they share; so Indonesian and Malay.
  da: `og ikke hvis jeg med af til den et vi kan hej hei adresse tak takk fra ved være du din ditt dit
    har på for er dig deg mig meg nu nå eller efter etter blive bliver blir denne hvor også kun bare
    gyldig minutter udløber utløper adgangskode adgangskoden passord bekræft bekreft klik klikk venlig
    vennlig hilsen kære kjære bestilling betaling din dine vores vår hos os oss brug bruk ønsker`,
  id: `dan yang anda ini untuk dengan tidak kami dari akan ke pada atau adalah telah jika kamu akun
    akaun kode kod menit minit masukkan berlaku sah jangan silakan sila kepada saya bisa boleh hai halo
    pesanan alamat terima kasih hanya sahaja klik tekan berikut bawah supaya agar sudah belum dalam oleh
    mohon harap siapa nomor nombor pembayaran bayaran karena kerana juga lebih seperti melalui tersebut
    apabila kembali segera silahkan ingin tetapi`,
  cs: `a se je že pro vás váš vaše vaší vám prosím nebo jsme jste byl byla do si jako tento tato od k
    dobrý den kód kódu platí účet účtu heslo pokud zadejte děkujeme objednávka objednávku platba platby
    platbu částka číslo odkaz klikněte není abyste po minut tlačítko ještě pozdravem adresu ahoj jsou
    bude při které kterou můžete byste vaši vašeho zprávu`,
  ro: `și în la cu pentru nu este din ați dumneavoastră pe un vă să bună codul contul contului adresa
    parola valabil minute mulțumim comanda dacă prin sau această acest tău ești către fost sunt acum
    când după fără doar poți puteți`,
  hu: `a az és hogy nem egy ez kérjük vagy meg is kód kódot kódja perc percig érvényes fiók fiókja
    fiókjába cím címet jelszó kattintson köszönjük üdvözlettel kedves tisztelt belépés belépéshez ha ön
    önnek következő írja adja senkinek van lehet önt kell minden után szerint csak még már lesz volt
    kérem köszönettel szia`,
  // As it is typed on phones.
  hi: `hai hain aap aapka aapke aapki aapko ke liye nahi karein karen kare kripya mein gaya gayi kisi saath namaste
    raha rahi jayega apna apne apni dhanyavaad koi nahin hoga iske agar`,
  fi: `ja on ei että tämä sinun voit jos tai sähköposti sähköpostin koodi koodin koodia voimassa
    minuuttia tili tilisi tilin salasana hei terveisin kirjaudu vahvista vahvistaa osoite osoitteen se
    ovat ole olet sinulle kiitos ne olla myös kun tästä tähän meidän sinulla ystävällisin kanssa vain
    jälkeen mutta`,
};

/** So many different words of a language are enough to name it. */
const ENOUGH = 4;
/** So many are enough where no word of another language stands. */
const ENOUGH_ALONE = 2;
/** So many are needed for each word of another language. */
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

/** The words of languages that were seen, each once. */
class Seen {
  private readonly words = new Set<FrequentWord>();
  private readonly counts: Record<string, number> = {};

  /** The language that is beyond doubt with this word. */
  add(word: FrequentWord): string | null {
    if (this.words.has(word)) return null;
    this.words.add(word);
    const { language } = word;
    const count = (this.counts[language] = (this.counts[language] ?? 0) + 1);
    return count >= ENOUGH && count >= RATIO * (this.words.size - count) ? language : null;
  }

  /** The only language that was seen. */
  alone(): string | null {
    const languages = Object.keys(this.counts);
    return languages.length === 1 && this.words.size >= ENOUGH_ALONE ? languages[0]! : null;
  }
}

/**
 * The language of a text in Latin script that its frequent words tell beyond doubt; else null. Of two
 * neighbours that share nearly all such words, the one that stands for both.
 */
export function languageOfWords(text: string): string | null {
  const lower = text.toLowerCase();
  const seen = new Seen();
  for (let i = 0; i < lower.length; i++) {
    if (charKinds[lower.charCodeAt(i)] !== CharKind.Letter) continue;
    const start = i;
    while (charKinds[lower.charCodeAt(i)] === CharKind.Letter) i++;
    const word = i - start > LONGEST ? undefined : OWNERS.get(lower.slice(start, i));
    const told = word && seen.add(word);
    if (told) return told;
  }
  return seen.alone();
}

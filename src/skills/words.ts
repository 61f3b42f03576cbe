/** Words of 12 languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish, Russian, Japanese, Chinese. */

/** What a field asks for, by the names of autofill (HTML, 4.10.18.7) and a few more. */
export type FieldMeaning =
  | 'one-time-code'
  | 'cc-number'
  | 'email'
  | 'new-password'
  | 'current-password'
  | 'username'
  | 'given-name'
  | 'family-name'
  | 'name'
  | 'bday'
  | 'tel'
  | 'organization'
  | 'postal-code'
  | 'address-level2'
  | 'street-address'
  | 'country'
  | 'sex'
  | 'url'
  | 'terms'
  | 'newsletter'
  | 'remember';

/** Words that name what text fields ask for, the more telling first. */
export const FIELD_WORDS: readonly (readonly [FieldMeaning, string])[] = [
  [
    'one-time-code',
    'otp|one time|onetime|verification code|verify code|confirmation code|security code|passcode|auth code|2fa|mfa|totp|authenticator|einmalcode|bestatigungscode|sicherheitscode|code de verification|code de confirmation|code de securite|codigo de verificacion|codigo de confirmacion|codice di verifica|codice di conferma|codigo de verificacao|codigo de confirmacao|verificatiecode|bevestigingscode|kod weryfikacyjny|kod potwierdzajacy|dogrulama kodu|onay kodu|код подтверждения|проверочный код|確認コード|認証コード|验证码|驗證碼|pin code',
  ],
  [
    'cc-number',
    'card number|cardnumber|credit card|cc number|cvc|cvv|kreditkarte|kartennummer|carte bancaire|numero de carte|tarjeta|carta di credito|cartao|kaartnummer|numer karty|kart numarasi|номер карты|カード番号|卡号',
  ],
  [
    'email',
    'email|e mail|mail|courriel|adresse electronique|correo|posta elettronica|e posta|eposta|почта|почты|почту|メール|邮箱|郵箱|电子邮件|電子郵件',
  ],
  [
    'username',
    'username|user name|userid|user id|login name|screen name|nickname|handle|benutzername|nutzername|nom d utilisateur|identifiant|pseudo|nombre de usuario|usuario|nome utente|utente|nome de usuario|gebruikersnaam|nazwa uzytkownika|kullanici adi|имя пользователя|логин|ник|ユーザー名|ユーザ名|用户名|用戶名|login|user',
  ],
  ['name', 'full name|fullname|imie i nazwisko|ad soyad|фио|氏名|お名前|姓名'],
  [
    'given-name',
    'first name|firstname|given name|givenname|forename|fname|vorname|prenom|nombre de pila|primer nombre|nome proprio|primeiro nome|voornaam|imie|adiniz|isim|имя|名前 名|名（|名字',
  ],
  [
    'family-name',
    'last name|lastname|family name|familyname|surname|lname|nachname|familienname|nom de famille|apellido|cognome|sobrenome|apelido|achternaam|nazwisko|soyad|soyisim|фамилия|姓|苗字',
  ],
  [
    'organization',
    'company|organization|organisation|firma|unternehmen|entreprise|societe|empresa|azienda|societa|bedrijf|organisatie|sirket|kurum|компания|организация|会社|公司|组织',
  ],
  ['name', 'name|vollstandiger name|nom|nombre|nome|naam'],
  [
    'bday',
    'birth|birthday|bday|dob|geburt|naissance|nacimiento|nascita|nascimento|geboorte|urodzenia|dogum|рождения|生年月日|誕生日|出生',
  ],
  [
    'tel',
    'phone|mobile|telephone|telefon|handynummer|mobilnummer|portable|movil|cellulare|telefone|celular|mobiel|komorka|cep numarasi|телефон|電話|携帯|手机|手機|电话|sms',
  ],
  [
    'postal-code',
    'zip|postal|postcode|plz|postleitzahl|code postal|codigo postal|cap|cep|kod pocztowy|posta kodu|индекс|郵便番号|邮编',
  ],
  [
    'address-level2',
    'city|town|stadt|ort|ville|ciudad|citta|cidade|stad|miasto|sehir|город|市区町村|城市',
  ],
  [
    'street-address',
    'street|address|strasse|anschrift|adresse|rue|direccion|calle|indirizzo|endereco|rua|straat|ulica|adres|улица|адрес|住所|地址',
  ],
  ['country', 'country|land|pays|pais|paese|kraj|ulke|страна|国'],
  ['sex', 'gender|sex|geschlecht|sexe|sexo|sesso|geslacht|plec|cinsiyet|пол|性別|性别'],
  ['url', 'website|web site|homepage|site web|sitio web|sito web'],
];

/** Words of boxes. */
export const BOX_WORDS: readonly (readonly ['newsletter' | 'terms' | 'remember', string])[] = [
  [
    'newsletter',
    'newsletter|marketing|promotion|offers|updates|news|tips|angebote|neuigkeiten|werbung|offres|actualites|ofertas|noticias|novedades|offerte|novita|novidades|aanbiedingen|nieuws|oferty|nowosci|kampanya|haber|рассылк|новост|お知らせ|メルマガ|ニュースレター|订阅|订閱|优惠',
  ],
  [
    'terms',
    'terms|conditions|privacy|agree|accept|tos|gdpr|agb|nutzungsbedingungen|datenschutz|bedingungen|stimme|conditions generales|j accepte|confidentialite|terminos|condiciones|acepto|privacidad|termini|condizioni|accetto|termos|aceito|voorwaarden|akkoord|regulamin|akceptuje|zgadzam|kosullar|kabul|gizlilik|услови|согласен|соглаша|принимаю|利用規約|同意|条款|協議|协议|隐私',
  ],
  [
    'remember',
    'remember|keep me|stay signed|angemeldet bleiben|se souvenir|rester connecte|recordar|ricorda|lembrar|onthoud|zapamietaj|hatirla|запомнить|記憶|保存|记住',
  ],
];

/** What a page, a link or a button says. */
export const SIGNS = {
  signUp:
    'sign up|signup|register|registration|create account|create an account|create your account|join|get started|registrieren|konto erstellen|anmelden und|s inscrire|inscription|creer un compte|registrarse|registrate|crear cuenta|crear una cuenta|registrati|iscriviti|crea account|cadastre|cadastrar|criar conta|registreren|aanmelden|account aanmaken|zarejestruj|rejestracja|zaloz konto|kaydol|kayit ol|uye ol|hesap olustur|зарегистрир|регистрация|создать аккаунт|新規登録|会員登録|アカウント作成|サインアップ|注册|註冊|创建账',
  logIn:
    'log in|login|sign in|signin|anmelden|einloggen|se connecter|connexion|iniciar sesion|acceder|entrar|accedi|iniciar sessao|inloggen|zaloguj|giris yap|oturum ac|войти|вход|ログイン|サインイン|登录|登入',
  goOn: 'continue|next|submit|send|verify|confirm|go|weiter|absenden|bestatigen|continuer|suivant|valider|envoyer|verifier|confirmer|continuar|siguiente|enviar|verificar|confirmar|continua|avanti|invia|verifica|conferma|seguinte|doorgaan|volgende|verzenden|bevestigen|dalej|wyslij|potwierdz|devam|ileri|gonder|dogrula|onayla|продолжить|далее|отправить|подтвердить|次へ|送信|確認|続ける|继续|下一步|提交|确认|验证',
  confirm:
    'confirm|verify|activate|bestatig|aktivier|confirmer|verifier|activer|confirmar|verificar|activar|ativar|conferma|verifica|attiva|bevestig|activeer|potwierdz|aktywuj|onayla|dogrula|etkinlestir|подтвердить|активировать|確認|認証|有効化|确认|验证|激活',
  logOut:
    'log out|logout|sign out|signout|abmelden|ausloggen|se deconnecter|deconnexion|cerrar sesion|esci|disconnetti|sair|terminar sessao|uitloggen|afmelden|wyloguj|cikis yap|oturumu kapat|выйти|выход|ログアウト|サインアウト|退出|登出',
  isIn: 'welcome|you are logged in|you are now logged in|you re in|signed in as|logged in as|account created|account has been created|account is ready|registration complete|registration successful|email verified|email confirmed|email has been verified|email has been confirmed|email is confirmed|account activated|willkommen|konto wurde erstellt|erfolgreich registriert|bestatigt|bienvenue|compte a ete cree|compte cree|inscription reussie|bienvenido|bienvenida|cuenta creada|registro completado|benvenuto|benvenuta|account creato|registrazione completata|bem vindo|conta criada|cadastro realizado|welkom|account is aangemaakt|witaj|witamy|konto zostalo utworzone|hos geldin|hesabiniz olusturuldu|добро пожаловать|регистрация завершена|аккаунт создан|ようこそ|登録が完了|登録完了|欢迎|歡迎|注册成功|登录成功',
  checkMail:
    'check your email|check your inbox|check your mail|we sent|we ve sent|we have sent|we emailed|has been sent|sent you|sent to|verify your email|confirm your email|verification email|verification mail|confirmation email|e mail gesendet|mail geschickt|postfach|posteingang|bestatige deine e mail|bestatigen sie ihre e mail|envoye un e mail|envoye un email|verifiez votre|boite de reception|confirmez votre|enviado un correo|hemos enviado|revisa tu correo|confirma tu correo|abbiamo inviato|controlla la tua|conferma la tua|enviamos|verifique seu e mail|confirme seu e mail|e mail gestuurd|controleer je|bevestig je|wyslalismy|sprawdz swoja|potwierdz swoj|e posta gonderdik|e postanizi kontrol|gonderildi|отправили|проверьте почту|подтвердите|メールを送信|メールをご確認|送信しました|已发送|已發送|查看您的邮箱|验证您的邮箱',
  isTaken:
    'already exists|already registered|already in use|already taken|already been taken|is taken|already have an account with|existiert bereits|bereits registriert|bereits vergeben|deja utilise|existe deja|ya existe|ya esta registrad|ya esta en uso|esiste gia|gia registrat|ja existe|ja esta em uso|bestaat al|al in gebruik|juz istnieje|zajety|zaten kayitli|zaten kullan|уже существует|уже зарегистрирован|уже занят|既に登録|すでに登録|使用されています|已存在|已被注册|已被使用',
  /** An address of mail is meant, and no name. */
  address: 'email|e mail|mail|courriel|correo|posta|почт|メール|邮箱|郵箱|电子邮件',
} as const;

/** Words by which sites speak of passwords, and of what they want of them. */
export const PASSWORD_WORDS = {
  password:
    'password|passwort|kennwort|mot de passe|contrasena|senha|wachtwoord|haslo|hasla|sifre|parola|пароль|пароля|パスワード|密码|密碼',
  upper:
    'upper|capital|grossbuchstabe|majuscule|mayuscula|maiuscol|maiuscula|hoofdletter|wielk|buyuk harf|заглавн|прописн|大文字|大写',
  lower:
    'lower|small letter|kleinbuchstabe|minuscul|kleine letter|mala liter|male liter|kucuk harf|строчн|小文字|小写',
  digit:
    'digit|number|numeral|numeric|ziffer|zahl|chiffre|numero|digito|algarismo|cifra|cijfer|cyfr|rakam|цифр|数字',
  special:
    'special|symbol|punctuation|sonderzeichen|speciaux|especial|simbolo|speciale|speciaal|leesteken|specjaln|ozel karakter|спецсимвол|специальн|記号|特殊|符号',
  only: 'only|nur|ausschliesslich|uniquement|seulement|solo|solamente|soltanto|apenas|somente|alleen|tylko|wylacznie|sadece|yalnizca|только|лишь|のみ|だけ|只能|仅',
  not: 'not|no|without|cannot|kein|keine|ohne|pas|sans|sin|non|senza|nao|sem|niet|geen|zonder|nie|bez|degil|olmadan|не|нельзя|без|使えま|使用できま|不能|不可|不得',
  most: 'at most|no more than|not more than|maximum|max|exceed|too long|up to|no longer|not be longer|hochstens|maximal|zu lang|au plus|trop long|como maximo|demasiado larg|al massimo|massimo|troppo lung|no maximo|muito long|maximaal|te lang|hoogstens|najwyzej|maksym|za dlug|en fazla|cok uzun|не более|не длиннее|максим|以下|以内|まで|最多|超过',
} as const;

/** Words of buttons that take away what lies over a page, the more wanted first. */
export const DISMISSING: readonly (readonly ['refuse' | 'close' | 'accept', string])[] = [
  [
    'refuse',
    'reject|decline|refuse|deny|only necessary|necessary only|only essential|essential only|ablehnen|nur notwendige|nur erforderliche|refuser|sans accepter|rechazar|rifiuta|recusar|rejeitar|weigeren|alleen noodzakelijke|odrzuc|tylko niezbedne|reddet|отклонить|отказ|только необходимые|拒否|同意しない|必要なもののみ|拒绝|拒絕|仅必要',
  ],
  [
    'close',
    'close|dismiss|got it|i understand|not now|no thanks|later|ok|okay|schliessen|verstanden|nicht jetzt|fermer|compris|plus tard|cerrar|entendido|ahora no|chiudi|ho capito|fechar|entendi|sluiten|begrepen|zamknij|rozumiem|kapat|tamam|anladim|закрыть|понятно|閉じる|了解|关闭|關閉|知道了',
  ],
  [
    'accept',
    'accept|agree|allow|akzeptieren|zustimmen|einverstanden|accepter|aceptar|accetta|aceitar|accepteren|akkoord|akceptuj|zgadzam|zezwol|kabul|izin ver|принять|согласен|разрешить|同意|承諾|許可|接受|允许',
  ],
];

/** Words of buttons that have a passkey asked for. */
export const PASSKEY =
  'passkey|pass key|security key|webauthn|face id|touch id|fingerprint|biometr|clave de acceso|cle d acces|chave de acesso|toegangssleutel|パスキー|通行密钥';

/** Buttons of others' sign-ins, which are never used. */
export const OTHERS =
  'google|apple|facebook|github|microsoft|twitter|linkedin|amazon|yahoo|wechat|微信|sso|passkey|okta';

/** Text as words are compared: in lower case, without accents, names of code taken apart. */
export const plain = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const patterns = new Map<string, RegExp>();

const SHORT = 4;

/** Whether text that is `plain` has one of `words`. Latin ones begin a word, short ones are one. */
export function says(text: string, words: string): boolean {
  let pattern = patterns.get(words);
  if (!pattern) patterns.set(words, (pattern = patternOf(words)));
  return pattern.test(text);
}

// Longer ones may go on: Geburtsdatum, apellidos.
const wordPattern = (word: string) => `(?<![a-z])${word}${word.length > SHORT ? '' : '(?![a-z])'}`;

const patternOf = (words: string) =>
  new RegExp(
    words
      .split('|')
      .map(plain)
      .map((word) => (/^[a-z0-9 ]+$/.test(word) ? wordPattern(word) : word))
      .join('|'),
    'u',
  );

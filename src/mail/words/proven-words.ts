/**
 * How mail calls what a link proves or switches on: an e-mail address, an account, a subscription. Stems
 * of words, which may stand anywhere in a text; case and accents do not matter.
 */
export const PROVEN_WORDS = `
  e mail, email, account, subscription, newsletter, sign up, registration, konto, abonn, registrierung, courriel, votre compte, mon compte, inscription,
  correo, cuenta, suscripci, inscripci, sua conta, tua conta, minha conta, assinatura, inscriç, casella, iscrizion, inschrijving, skrzynk, hesab, hesap, abonel, kayıt,
  почт, аккаунт, учетн, учётн, подписк, регистрац, пошт, акаунт, обліков, підписк, реєстрац, メール, アドレス, アカウント, 登録, 購読,
  이메일, 메일, 계정, 가입, 구독, 邮箱, 信箱, 邮件, 郵件, 电邮, 電郵, 账号, 账户, 帐号, 帐户, 帳號, 帳戶, 订阅, 訂閱, 注册, 註冊,
  البريد, بريدك, حساب, اشتراك, דוא, מייל, חשבון שלך, הרשמה, ईमेल, खाता, खाते, thư điện tử, tài khoản, đăng ký, อีเมล, บัญชี, สมัคร,
  surel, akun, berlangganan, e post, mejl, prenumeration, tilmelding, käyttäjätili, účet, účtu, odběr, fiók, feliratkoz, contul, abonam,
  λογαριασμ, εγγραφ, профил, абонамент`;

import { describe, expect, it } from '@jest/globals';
import { analyse } from '../../src/mail/analyse.js';

/** Sentences as sites write them; the code is 482913 in all of them. */
const WITH_CODE = [
  'Hier ist dein Code, um dich anzumelden: 482913',
  'Gib 482913 ein, um deine E-Mail-Adresse zu bestätigen.',
  'Verwende den folgenden Code, um fortzufahren:\n\n482913',
  'Zur Bestätigung deiner Identität gib bitte folgenden Code ein: 482913',
  'Ihre mTAN lautet: 482913',
  'Saisissez 482913 pour confirmer votre adresse e-mail',
  'Pour finaliser votre inscription, veuillez entrer ce code : 482913',
  'Utilisez le code 482913 pour vous connecter',
  'Ingresa este código para continuar: 482913',
  'Usa 482913 para verificar tu cuenta',
  'Para confirmar tu identidad, introduce el código 482913',
  'Aquí tienes tu código: 482913',
  'Insira 482913 para entrar na sua conta',
  'Seu código é 482913',
  'O seu código para iniciar sessão é 482913',
  'Inserisci 482913 per confermare la tua email',
  'Ecco il tuo codice: 482913',
  'Per completare la registrazione usa il codice 482913',
  'Vul 482913 in om in te loggen',
  'Hier is je code: 482913',
  'Gebruik code 482913 om je aan te melden',
  'Ange 482913 för att logga in',
  'Här är din kod: 482913',
  'Wpisz 482913, aby potwierdzić adres e-mail',
  'Oto Twój kod: 482913',
  'Giriş yapmak için 482913 kodunu girin',
  'İşte kodunuz: 482913',
  'Введите 482913 для подтверждения почты',
  'Вот ваш код: 482913',
  'Никому не говорите код: 482913',
  'Ось ваш код: 482913',
  'Введіть 482913, щоб увійти',
  'ログインするには次のコードを入力してください。\n\n482913',
  '482913 が確認コードです',
  '482913を入力して認証を完了してください',
  '아래 코드를 입력하여 이메일을 인증하세요.\n482913',
  '로그인하려면 482913을 입력하세요',
  '인증번호는 482913입니다',
  '请输入以下验证码完成注册：\n482913',
  '482913 是您的验证码',
  '您的登录验证码为482913',
  '請在頁面輸入驗證碼：482913',
  '您的一次性密碼為 482913',
  'استخدم الرمز 482913 لتسجيل الدخول',
  'أدخل 482913 لتأكيد بريدك الإلكتروني',
  'كود التفعيل الخاص بك: 482913',
  'להשלמת ההתחברות הזן את הקוד 482913',
  'הקוד שלך: 482913',
  'अपना ईमेल सत्यापित करने के लिए 482913 दर्ज करें',
  'आपका कोड है: 482913',
  'Nhập mã 482913 để đăng nhập',
  'Mã của bạn: 482913',
  'Sử dụng mã 482913 để xác nhận email',
  'ใช้รหัส 482913 เพื่อเข้าสู่ระบบ',
  'รหัสของคุณ: 482913',
  'โปรดกรอก 482913 เพื่อยืนยันอีเมล',
  'Masukkan 482913 untuk masuk',
  'Kode Anda: 482913',
  'Your temporary passcode is 482913',
  "Here's your sign-in code: 482913",
  'Enter the code below to verify your email\n\n482913\n\nThis code expires in 10 minutes',
  'Please use the following one-time code to complete verification: 482913',
  'Hi Robin, 482913 is your account recovery code',
  'To authenticate, please use the following One Time Password (OTP): 482913',
  "Your Northwind security code: 482913. Don't share it.",
  "Verification Code\n482913\nIf you didn't request this, ignore.",
  'code: 482913',
];

/** Sentences with numbers and words of codes in them, and no code. */
const WITHOUT_CODE = [
  'Your parcel 482913 arrives tomorrow',
  'Ticket 482913 has been closed',
  'Your reservation 482913 is confirmed',
  'Kundennummer 482913',
  'Rechnung 482913 vom 20.11.2026',
  'Votre facture 482913',
  'Pedido nº 482913 confirmado',
  'Número do pedido: 482913',
  'Ordine n. 482913 confermato',
  'Bestelling 482913 is verzonden',
  'Beställning 482913',
  'Zamówienie 482913 zostało wysłane',
  'Siparişiniz 482913 kargoya verildi',
  'Заказ 482913 подтверждён',
  'Замовлення 482913 підтверджено',
  'ご予約番号 482913 を確認しました',
  '예약번호 482913이 확인되었습니다',
  '订单 482913 已确认',
  '訂單編號 482913 已確認',
  'تم تأكيد الطلب رقم 482913',
  'ההזמנה 482913 אושרה',
  'आपका ऑर्डर 482913 की पुष्टि हो गई है',
  'Đơn hàng 482913 đã được xác nhận',
  'ยืนยันคำสั่งซื้อ 482913 แล้ว',
  'Pesanan 482913 telah dikonfirmasi',
  'Please confirm your appointment on 12 December at 4829 Main Street',
  'Confirm your attendance: 4829 people have signed up',
  'Log in to see your balance of 482913 points',
  'Verify your address: 4829 Oak Avenue, 94104 Springfield',
  'Reset took 482913 ms',
  'Sign in to view invoice 482913',
  'To verify call 555 4829',
  'Your account number 482913 was verified',
  'Use code SPRING25 to get 25% off',
  'Enter code FREESHIP at checkout',
  'Meeting passcode: 482913',
  'Confirmation number: 482913',
  'Confirmation code for your flight: QX7Z9P',
  'Reference code: 482913',
  'Your booking code is 482913',
  'Policy 482913 confirmed',
  'Version 2026.4829 verified',
  'Build 482913 passed verification',
];

async function codesOf(body: string) {
  const raw = Buffer.from(
    'From: Northwind <no-reply@northwind.example>\r\nSubject: Northwind\r\n' +
      `Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`,
  );
  const { otpCodes } = await analyse(raw, { receivedAt: new Date('2026-11-20T10:00:03Z') });
  return otpCodes;
}

describe('the words around a number', () => {
  it.each(WITH_CODE)('make it a code in %j', async (body) => {
    expect(await codesOf(body)).toEqual(['482913']);
  });

  it.each(WITHOUT_CODE)('make it something else in %j', async (body) => {
    expect(await codesOf(body)).toEqual([]);
  });
});

import type { Words } from './words.js';

/** What firms call the terms that their mail links to at its end, by language. */
export const POLICY_WORDS: readonly Words[] = [
  {
    language: 'en',
    terms: {
      policy: `privacy policy, privacy notice, privacy statement, terms of service, terms of use,
        terms and conditions, cookie policy`,
    },
  },
  {
    language: 'de',
    terms: {
      policy: `agb, datenschutz*, datenschutzerklärung, datenschutzbestimmungen, nutzungsbedingungen,
        geschäftsbedingungen`,
    },
  },
  {
    language: 'fr',
    terms: {
      policy: `politique de confidentialité, conditions générales, conditions d utilisation`,
    },
  },
  {
    language: 'es',
    terms: {
      policy: `política de privacidad, términos y condiciones, condiciones de uso, términos de uso,
        aviso legal`,
    },
  },
  {
    language: 'pt',
    terms: {
      policy: `política de privacidade, termos de uso, termos e condições, termos de serviço`,
    },
  },
  {
    language: 'it',
    terms: {
      policy: `informativa sulla privacy, termini e condizioni, condizioni d uso, termini di servizio`,
    },
  },
  {
    language: 'nl',
    terms: {
      policy: `privacybeleid*, algemene voorwaarden, gebruiksvoorwaarden*, privacyverklaring*`,
    },
  },
  {
    language: 'sv',
    terms: {
      policy: `integritetspolicy*, användarvillkor*, villkor, allmänna villkor`,
    },
  },
  {
    language: 'da',
    terms: {
      policy: `privatlivspolitik*, handelsbetingelser*, vilkår`,
    },
  },
  {
    language: 'nb',
    terms: {
      policy: `vilkår, personvern*, personvernerklæring`,
    },
  },
  {
    language: 'fi',
    terms: {
      policy: `tietosuoja*, käyttöehto*, käyttöehdot*`,
    },
  },
  {
    language: 'pl',
    terms: {
      policy: `polityka prywatności, regulamin, regulaminu, polityki prywatności`,
    },
  },
  {
    language: 'cs',
    terms: {
      policy: `obchodní podmínky, ochrana osobních údajů, podmínky použití`,
    },
  },
  {
    language: 'ro',
    terms: {
      policy: `politica de confidențialitate, termeni și condiții, termenii și condițiile`,
    },
  },
  {
    language: 'hu',
    terms: {
      policy: `felhasználási feltétel*, ászf, adatvédelm*, adatkezelési tájékoztató`,
    },
  },
  {
    language: 'el',
    terms: {
      policy: `πολιτική απορρήτου, όροι χρήσης`,
    },
  },
  {
    language: 'tr',
    terms: {
      policy: `gizlilik politika*, kullanım koşul*, kullanım şart*, kvkk`,
    },
  },
  {
    language: 'ru',
    terms: {
      policy: `политика конфиденциальности, условия использования, пользовательское соглашение,
        пользовательского соглашения`,
    },
  },
  {
    language: 'uk',
    terms: {
      policy: `політика конфіденційності, умови використання, угода користувача`,
    },
  },
  {
    language: 'bg',
    terms: {
      policy: `политика за поверителност, общи условия`,
    },
  },
  {
    language: 'ja',
    terms: {
      policy: `プライバシーポリシー, 利用規約, 個人情報保護方針`,
    },
  },
  {
    language: 'ko',
    terms: {
      policy: `개인정보처리방침, 개인정보 처리방침, 이용약관, 개인정보`,
    },
  },
  {
    language: 'zh',
    terms: {
      policy: `隐私政策, 服务条款, 用户协议, 隱私權政策, 隱私政策, 服務條款, 使用條款, 使用条款`,
    },
  },
  {
    language: 'ar',
    terms: {
      policy: `سياسة الخصوصية, الشروط والأحكام, شروط الاستخدام`,
    },
  },
  {
    language: 'he',
    terms: {
      policy: `מדיניות פרטיות, מדיניות הפרטיות, תנאי שימוש, תנאי השימוש, תקנון, התקנון`,
    },
  },
  {
    language: 'hi',
    terms: {
      policy: `गोपनीयता नीति, नियम और शर्तें, सेवा की शर्तें`,
    },
  },
  {
    language: 'vi',
    terms: {
      policy: `chính sách bảo mật, chính sách quyền riêng tư, điều khoản sử dụng, điều khoản dịch vụ,
        điều khoản`,
    },
  },
  {
    language: 'th',
    terms: {
      policy: `นโยบายความเป็นส่วนตัว, ข้อกำหนดการใช้งาน, ข้อกำหนด, เงื่อนไขการใช้งาน`,
    },
  },
  {
    language: 'id',
    terms: {
      policy: `kebijakan privasi, syarat dan ketentuan, ketentuan layanan`,
    },
  },
  {
    language: 'ms',
    terms: {
      policy: `dasar privasi, terma dan syarat`,
    },
  },
];

import type { Words } from './words.js';

/** Turkish. */
export const tr: Words = {
  language: 'tr',
  terms: {
    code: `doğrulama kod*, onay kod*, güvenlik kod*, giriş kod*, erişim kod*, aktivasyon kod*, etkinleştirme kod*, kimlik doğrulama kod*, tek kullanımlık kod*, tek kullanımlık şifre*, tek kullanımlık parola*, tek seferlik kod*, tek seferlik şifre*, geçici kod*, geçici şifre*, geçici parola*, sms kod*, sms şifre*, otp kod*, oturum açma kod*, kayıt kod*, üyelik kod*, teyit kod*, kurtarma kodunuz, sıfırlama kod*, 6 haneli kod*, altı haneli kod*, 4 haneli kod*, dört haneli kod*, 6 basamaklı kod*, ödeme kod*, işlem şifre*, mobil onay, kodunuz, kodunu gir*, kodu gir*, kodu kullan*, aşağıdaki kod*, bu kodu`,
    maybeCode: `kod, kodu, kodun, kodunu, kodlar*, şifre, şifreniz, parola, pin`,
    otherCode: `indirim kod*, promosyon kod*, kupon*, kampanya kod*, hediye kod*, hediye kart*, davet kod*, referans kod*, hata kod*, posta kod*, alan kod*, ülke kod*, karekod*, qr kod*, barkod*, teslim kod*, teslimat kod*, teslim alma kod*, rezervasyon kod*, kargo takip kod*, takip kod*, ürün kod*, renk kod*, kaynak kod*, pnr kod*`,
    number: `sipariş numara*, sipariş no, sipariş*, fatura numara*, fatura no, fatura*, müşteri numara*, müşteri no, referans numara*, referans no, referans, talep numara*, talep no, talep, dosya no, bilet numara*, bilet no, bilet, rezervasyon numara*, rezervasyon no, rezervasyon*, kargo takip numara*, takip numara*, takip no, gönderi*, kargo*, sözleşme no, sözleşme numara*, poliçe no, hesap no, hesap numara*, üye no, seri no, ürün no, vergi no, vergi numara*, mersis, iban, telefon*, tel, gsm, faks, çağrı merkezi, arayın, uçuş*, koltuk, oda, cadde*, sokak, cad, sok, ile biten, kart numara*, tutar*, toplam, fiyat, adet, sürüm, sayfa, numara*, no, puan, yıl`,
    verify: `doğrula*, onayla*, onaylayın, aktifleştir*, aktive et*, etkinleştir*, teyit et*, e postanı doğrula, e posta adresini doğrula, hesabını doğrula, hesabınızı doğrulayın, hesabı etkinleştir, kaydı tamamla, kaydını tamamla, daveti kabul et`,
    signIn: `giriş yap*, oturum aç*, giriş, girişi, girişiniz, giriş bağlantısı, sihirli bağlantı, giriş denemesi`,
    reset: `şifre sıfırla*, şifreni sıfırla*, şifrenizi sıfırla*, parola sıfırla*, parolanı sıfırla*, şifremi unuttum, şifrenizi mi unuttunuz, yeni şifre, yeni parola, şifre değiştir*, şifreni değiştir, şifreni yenile*, şifre yenileme, şifre belirle*, parola oluştur*`,
    unsubscribe: `abonelikten çık*, aboneliği iptal*, abonelikten ayrıl*, üyelikten çık*, listeden çık*, tercihleri yönet*, bildirim ayarları, e posta tercihleri, almak istemiyorsan*`,
    backup: `yedek kod*, yedekleme kod*, kurtarma kod*, acil durum kod*, kurtarma anahtarı`,
    lasts: `geçerli*, geçerlilik, süresi*, sona er*, geçersiz*, kadar, içinde, boyunca, süreyle, dolacak*, dolar, dolmadan`,
    waits: `yeni kod iste*, yeniden gönder*, tekrar gönder*, tekrar dene*, yeniden dene*, kilitle*, kilitlendi, engellen*, bekle*, güvenilir cihaz, cihaza güven, oturumum açık, tekrar sorulma*`,
    secret: `paylaşmayın*, paylaşma*, kimseyle, kimse ile, kimseye, vermeyin, söylemeyin, asla istemeyiz, gizli`,
    ignore: `siz istemediyseniz, talep etmediyseniz, siz yapmadıysanız, siz değilseniz, sen değilsen, istemediyseniz, dikkate almayın, dikkate almayınız, göz ardı edin, yok sayın, yok sayabilirsiniz, bu işlemi siz`,
    order: `siparişiniz*, siparişin*, sipariş onay*, siparişiniz onaylandı, siparişiniz alındı, kargoya verildi, kargoda, kargolandı, yola çıktı, yolda, teslimat*, teslim edildi, teslim*, paketiniz, takip et, rezervasyonunuz, rezervasyon onay*, seyahat*, biniş kartı, randevu*, teslimat adresi`,
    money: `fatura*, ödeme*, ödendi, tutar*, son ödeme*, ekstre*, hesap özeti, kredi kart*, kartınız*, kartınızdan, çekildi, tahsil*, havale*, eft, iade*, iade edildi, bakiye*, maaş*, vergi*, makbuz, dekont*, borç*, işlem*, harcama*, para çekme`,
    news: `bülten*, e bülten, bu hafta, haftalık, aylık, devamını oku, daha fazla oku, tarayıcıda görüntüle, haber*, makale*, blog, yazı*, öne çıkan*`,
    offer: `indirim*, kampanya*, fırsat*, teklif*, hemen al, satın al, alışverişe başla, ücretsiz kargo, son şans, sadece bugün, size özel, özel fırsat, kupon*, hediye*, kaçırma*, bedava, ücretsiz`,
    support: `talebiniz, destek talebi*, destek, müşteri hizmetleri, müşteri temsilcisi, başvurunuz, şikayet*, bilet no`,
    notice: `yeni giriş, yeni cihaz, güvenlik uyarısı, güvenlik bildirimi, olağandışı, şifreniz değiştirildi, bildirim*, hatırlatma*, yorum yaptı, senden bahsetti, paylaştı, davet etti, davet*, güncellendi, güncelleme*, kullanım koşulları, gizlilik politikası, bakım, kesinti`,
    second: `saniye*, sn`,
    minute: `dakika*, dk, yarım saat=30, çeyrek saat=15, bir buçuk saat=90`,
    hour: `saat*, sa`,
    day: `gün, günü, gündür, günlük`,
    week: `hafta, haftalık`,
  },
  numbers: `bir=1, iki=2, üç=3, dört=4, beş=5, altı=6, yedi=7, sekiz=8, dokuz=9, on=10, on iki=12, on beş=15, onbeş=15, yirmi=20, otuz=30, kırk=40, altmış=60, yirmi dört=24`,
  months: `oca*, şub*, mar*, nis*, may*, haz*, tem*, ağu*, eyl*, eki*, kas*, ara*`,
};

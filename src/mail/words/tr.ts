import type { Words } from './words.js';

/** Turkish. */
export const tr: Words = {
  language: 'tr',
  terms: {
    enter: `gir, girin, giriniz, girerek, yaz, yazın, yazınız, yazarak, kullan, kullanın,
      kullanınız, tuşla, tuşlayın, tuşlayınız, girmeniz, girmen, girmelisin*, girilmesi, girilmeli*,
      girmek, girebilir*, girdikten, girip, girildiğinde, giriver, yazmanız, yazman, yazmalısın*,
      yazıp, yazıver, yazılmalı*, kullanarak, kullanmanız, kullanman, kullanıp, tuşla*, kopyala,
      kopyalayın, kopyalayıp, yapıştır*, okutun, söyleyin, söyle, iletin, bildirin, girişini yap*`,
    code: `doğrulama kod*, onay kod*, güvenlik kod*, giriş kod*, erişim kod*, aktivasyon kod*,
      etkinleştirme kod*, kimlik doğrulama kod*, tek kullanımlık kod*, tek kullanımlık şifre*, tek
      kullanımlık parola*, tek seferlik kod*, tek seferlik şifre*, geçici kod*, geçici parola*, sms
      kod*, sms şifre*, otp kod*, oturum açma kod*, teyit kod*, kurtarma kodunuz, sıfırlama kod*, 6
      haneli kod*, altı haneli kod*, 4 haneli kod*, dört haneli kod*, 6 basamaklı kod*, işlem
      şifre*, mobil onay, doğrulama şifre*, doğrulama parola*, dogrulama kod*, dogrulama şifre*,
      dogrulama parola*, onay şifre*, onay parola*, onaylama kod*, onaylama şifre*, onaylama
      parola*, güvenlik şifre*, güvenlik parola*, guvenlik kod*, guvenlik şifre*, guvenlik parola*,
      giriş şifre*, giriş parola*, giris kod*, giris şifre*, giris parola*, erişim şifre*, erişim
      parola*, erisim kod*, erisim şifre*, erisim parola*, aktivasyon şifre*, aktivasyon parola*,
      etkinleştirme şifre*, etkinleştirme parola*, aktifleştirme kod*, aktifleştirme şifre*,
      aktifleştirme parola*, kimlik doğrulama şifre*, kimlik doğrulama parola*, iki adımlı doğrulama
      kod*, iki adımlı doğrulama şifre*, iki adımlı doğrulama parola*, iki faktörlü doğrulama kod*,
      iki faktörlü doğrulama şifre*, iki faktörlü doğrulama parola*, iki aşamalı doğrulama kod*, iki
      aşamalı doğrulama şifre*, iki aşamalı doğrulama parola*, çift faktörlü kod*, çift faktörlü
      şifre*, çift faktörlü parola*, tek seferlik parola*, tek kullanımlık doğrulama kod*, tek
      kullanımlık doğrulama şifre*, tek kullanımlık doğrulama parola*, tek kullanımlık giriş kod*,
      tek kullanımlık giriş şifre*, tek kullanımlık giriş parola*, gecici kod*, gecici şifre*,
      gecici parola*, geçici giriş kod*, geçici giriş şifre*, geçici giriş parola*, sms parola*, sms
      onay kod*, sms onay şifre*, sms onay parola*, sms doğrulama kod*, sms doğrulama şifre*, sms
      doğrulama parola*, mobil onay kod*, mobil onay şifre*, mobil onay parola*, mail onay kod*,
      mail onay şifre*, mail onay parola*, e posta doğrulama kod*, e posta doğrulama şifre*, e posta
      doğrulama parola*, e posta onay kod*, e posta onay şifre*, e posta onay parola*, telefon
      doğrulama kod*, telefon doğrulama şifre*, telefon doğrulama parola*, hesap doğrulama kod*,
      hesap doğrulama şifre*, hesap doğrulama parola*, cihaz doğrulama kod*, cihaz doğrulama şifre*,
      cihaz doğrulama parola*, cihaz eşleştirme kod*, cihaz eşleştirme şifre*, cihaz eşleştirme
      parola*, cihaz şifre*, cihaz parola*, eşleştirme kod*, eşleştirme şifre*, eşleştirme parola*,
      eşleme kod*, eşleme şifre*, eşleme parola*, oturum açma şifre*, oturum açma parola*, oturum
      kod*, oturum şifre*, oturum parola*, otp şifre*, otp parola*, 2fa kod*, 2fa şifre*, 2fa
      parola*, kayıt şifre*, kayıt parola*, kaydolma kod*, kaydolma şifre*, kaydolma parola*, üyelik
      şifre*, üyelik parola*, üyelik onay kod*, üyelik onay şifre*, üyelik onay parola*, teyit
      şifre*, teyit parola*, teyid kod*, teyid şifre*, teyid parola*, işlem onay kod*, işlem onay
      şifre*, işlem onay parola*, işlem doğrulama kod*, işlem doğrulama şifre*, işlem doğrulama
      parola*, ödeme onay kod*, ödeme onay şifre*, ödeme onay parola*, ödeme doğrulama kod*, ödeme
      doğrulama şifre*, ödeme doğrulama parola*, ödeme şifre*, ödeme parola*, 3d secure kod*, 3d
      secure şifre*, 3d secure parola*, 3d güvenlik kod*, 3d güvenlik şifre*, 3d güvenlik parola*,
      3d kod*, 3d şifre*, 3d parola*, sıfırlama şifre*, sıfırlama parola*, şifre sıfırlama kod*,
      şifre sıfırlama şifre*, şifre sıfırlama parola*, parola sıfırlama kod*, parola sıfırlama
      şifre*, parola sıfırlama parola*, şifre yenileme kod*, şifre yenileme şifre*, şifre yenileme
      parola*, parola yenileme kod*, parola yenileme şifre*, parola yenileme parola*, şifre kod*,
      şifre şifre*, şifre parola*, parola kod*, parola şifre*, parola parola*, hesap kurtarma kod*,
      hesap kurtarma şifre*, hesap kurtarma parola*, tanımlama şifre*, tanımlama parola*,
      yetkilendirme kod*, yetkilendirme şifre*, yetkilendirme parola*, imza kod*, imza şifre*, imza
      parola*, imza onay kod*, imza onay şifre*, imza onay parola*, e imza kod*, e imza şifre*, e
      imza parola*, mobil imza kod*, mobil imza şifre*, mobil imza parola*, bağlantı şifre*,
      bağlantı parola*, bağlama kod*, bağlama şifre*, bağlama parola*, transfer onay kod*, transfer
      onay şifre*, transfer onay parola*, havale onay kod*, havale onay şifre*, havale onay parola*,
      değişiklik onay kod*, değişiklik onay şifre*, değişiklik onay parola*, kişisel erişim kod*,
      kişisel erişim şifre*, kişisel erişim parola*, kişisel giriş kod*, kişisel giriş şifre*,
      kişisel giriş parola*, gizli kod*, gizli şifre*, gizli parola*, doğrula kod*, doğrula şifre*,
      doğrula parola*, authenticator kod*, authenticator şifre*, authenticator parola*, bir kerelik
      kod*, bir kerelik şifre*, bir kerelik parola*, bir defalık kod*, bir defalık şifre*, bir
      defalık parola*, tek defalık kod*, tek defalık şifre*, tek defalık parola*, doğrulama pin,
      doğrulama pini, doğrulama pin kod*, onay pin, onay pini, onay pin kod*, güvenlik pin, güvenlik
      pini, güvenlik pin kod*, giriş pin, giriş pini, giriş pin kod*, tek kullanımlık pin, tek
      kullanımlık pini, tek kullanımlık pin kod*, tek seferlik pin, tek seferlik pini, tek seferlik
      pin kod*, geçici pin, geçici pini, geçici pin kod*, işlem pin, işlem pini, işlem pin kod*,
      doğrulama anahtar*, doğrulama numara*, doğrulama rakam*, onay anahtar*, onay numara*, onay
      rakam*, erişim anahtarı, giriş anahtarı, tek kullanımlık anahtar*, tek kullanımlık sayı*, tek
      kullanımlık rakam*, erişim parolanız, oturum anahtarı, 6 haneli şifre*, 6 haneli parola*, 6
      haneli doğrulama*, 6 haneli onay*, 6 haneli güvenlik*, 6 haneli giriş*, 6 basamaklı şifre*, 6
      basamaklı parola*, 6 basamaklı doğrulama*, 6 basamaklı onay*, 6 basamaklı güvenlik*, 6
      basamaklı giriş*, 6 rakamlı kod*, 6 rakamlı şifre*, 6 rakamlı parola*, 6 rakamlı doğrulama*, 6
      rakamlı onay*, 6 rakamlı güvenlik*, 6 rakamlı giriş*, 6 karakterli kod*, 6 karakterli şifre*,
      6 karakterli parola*, 6 karakterli doğrulama*, 6 karakterli onay*, 6 karakterli güvenlik*, 6
      karakterli giriş*, altı haneli şifre*, altı haneli parola*, altı haneli doğrulama*, altı
      haneli onay*, altı haneli güvenlik*, altı haneli giriş*, altı basamaklı kod*, altı basamaklı
      şifre*, altı basamaklı parola*, altı basamaklı doğrulama*, altı basamaklı onay*, altı
      basamaklı güvenlik*, altı basamaklı giriş*, altı rakamlı kod*, altı rakamlı şifre*, altı
      rakamlı parola*, altı rakamlı doğrulama*, altı rakamlı onay*, altı rakamlı güvenlik*, altı
      rakamlı giriş*, altı karakterli kod*, altı karakterli şifre*, altı karakterli parola*, altı
      karakterli doğrulama*, altı karakterli onay*, altı karakterli güvenlik*, altı karakterli
      giriş*, 4 haneli şifre*, 4 haneli parola*, 4 haneli doğrulama*, 4 haneli onay*, 4 haneli
      güvenlik*, 4 haneli giriş*, 4 basamaklı kod*, 4 basamaklı şifre*, 4 basamaklı parola*, 4
      basamaklı doğrulama*, 4 basamaklı onay*, 4 basamaklı güvenlik*, 4 basamaklı giriş*, 4 rakamlı
      kod*, 4 rakamlı şifre*, 4 rakamlı parola*, 4 rakamlı doğrulama*, 4 rakamlı onay*, 4 rakamlı
      güvenlik*, 4 rakamlı giriş*, 4 karakterli kod*, 4 karakterli şifre*, 4 karakterli parola*, 4
      karakterli doğrulama*, 4 karakterli onay*, 4 karakterli güvenlik*, 4 karakterli giriş*, dört
      haneli şifre*, dört haneli parola*, dört haneli doğrulama*, dört haneli onay*, dört haneli
      güvenlik*, dört haneli giriş*, dört basamaklı kod*, dört basamaklı şifre*, dört basamaklı
      parola*, dört basamaklı doğrulama*, dört basamaklı onay*, dört basamaklı güvenlik*, dört
      basamaklı giriş*, dört rakamlı kod*, dört rakamlı şifre*, dört rakamlı parola*, dört rakamlı
      doğrulama*, dört rakamlı onay*, dört rakamlı güvenlik*, dört rakamlı giriş*, dört karakterli
      kod*, dört karakterli şifre*, dört karakterli parola*, dört karakterli doğrulama*, dört
      karakterli onay*, dört karakterli güvenlik*, dört karakterli giriş*, 5 haneli kod*, 5 haneli
      şifre*, 5 haneli parola*, 5 haneli doğrulama*, 5 haneli onay*, 5 haneli güvenlik*, 5 haneli
      giriş*, 5 basamaklı kod*, 5 basamaklı şifre*, 5 basamaklı parola*, 5 basamaklı doğrulama*, 5
      basamaklı onay*, 5 basamaklı güvenlik*, 5 basamaklı giriş*, 5 rakamlı kod*, 5 rakamlı şifre*,
      5 rakamlı parola*, 5 rakamlı doğrulama*, 5 rakamlı onay*, 5 rakamlı güvenlik*, 5 rakamlı
      giriş*, 5 karakterli kod*, 5 karakterli şifre*, 5 karakterli parola*, 5 karakterli doğrulama*,
      5 karakterli onay*, 5 karakterli güvenlik*, 5 karakterli giriş*, beş haneli kod*, beş haneli
      şifre*, beş haneli parola*, beş haneli doğrulama*, beş haneli onay*, beş haneli güvenlik*, beş
      haneli giriş*, beş basamaklı kod*, beş basamaklı şifre*, beş basamaklı parola*, beş basamaklı
      doğrulama*, beş basamaklı onay*, beş basamaklı güvenlik*, beş basamaklı giriş*, beş rakamlı
      kod*, beş rakamlı şifre*, beş rakamlı parola*, beş rakamlı doğrulama*, beş rakamlı onay*, beş
      rakamlı güvenlik*, beş rakamlı giriş*, beş karakterli kod*, beş karakterli şifre*, beş
      karakterli parola*, beş karakterli doğrulama*, beş karakterli onay*, beş karakterli güvenlik*,
      beş karakterli giriş*, 7 haneli kod*, 7 haneli şifre*, 7 haneli parola*, 7 haneli doğrulama*,
      7 haneli onay*, 7 haneli güvenlik*, 7 haneli giriş*, 7 basamaklı kod*, 7 basamaklı şifre*, 7
      basamaklı parola*, 7 basamaklı doğrulama*, 7 basamaklı onay*, 7 basamaklı güvenlik*, 7
      basamaklı giriş*, 7 rakamlı kod*, 7 rakamlı şifre*, 7 rakamlı parola*, 7 rakamlı doğrulama*, 7
      rakamlı onay*, 7 rakamlı güvenlik*, 7 rakamlı giriş*, 7 karakterli kod*, 7 karakterli şifre*,
      7 karakterli parola*, 7 karakterli doğrulama*, 7 karakterli onay*, 7 karakterli güvenlik*, 7
      karakterli giriş*, yedi haneli kod*, yedi haneli şifre*, yedi haneli parola*, yedi haneli
      doğrulama*, yedi haneli onay*, yedi haneli güvenlik*, yedi haneli giriş*, yedi basamaklı kod*,
      yedi basamaklı şifre*, yedi basamaklı parola*, yedi basamaklı doğrulama*, yedi basamaklı
      onay*, yedi basamaklı güvenlik*, yedi basamaklı giriş*, yedi rakamlı kod*, yedi rakamlı
      şifre*, yedi rakamlı parola*, yedi rakamlı doğrulama*, yedi rakamlı onay*, yedi rakamlı
      güvenlik*, yedi rakamlı giriş*, yedi karakterli kod*, yedi karakterli şifre*, yedi karakterli
      parola*, yedi karakterli doğrulama*, yedi karakterli onay*, yedi karakterli güvenlik*, yedi
      karakterli giriş*, 8 haneli kod*, 8 haneli şifre*, 8 haneli parola*, 8 haneli doğrulama*, 8
      haneli onay*, 8 haneli güvenlik*, 8 haneli giriş*, 8 basamaklı kod*, 8 basamaklı şifre*, 8
      basamaklı parola*, 8 basamaklı doğrulama*, 8 basamaklı onay*, 8 basamaklı güvenlik*, 8
      basamaklı giriş*, 8 rakamlı kod*, 8 rakamlı şifre*, 8 rakamlı parola*, 8 rakamlı doğrulama*, 8
      rakamlı onay*, 8 rakamlı güvenlik*, 8 rakamlı giriş*, 8 karakterli kod*, 8 karakterli şifre*,
      8 karakterli parola*, 8 karakterli doğrulama*, 8 karakterli onay*, 8 karakterli güvenlik*, 8
      karakterli giriş*, sekiz haneli kod*, sekiz haneli şifre*, sekiz haneli parola*, sekiz haneli
      doğrulama*, sekiz haneli onay*, sekiz haneli güvenlik*, sekiz haneli giriş*, sekiz basamaklı
      kod*, sekiz basamaklı şifre*, sekiz basamaklı parola*, sekiz basamaklı doğrulama*, sekiz
      basamaklı onay*, sekiz basamaklı güvenlik*, sekiz basamaklı giriş*, sekiz rakamlı kod*, sekiz
      rakamlı şifre*, sekiz rakamlı parola*, sekiz rakamlı doğrulama*, sekiz rakamlı onay*, sekiz
      rakamlı güvenlik*, sekiz rakamlı giriş*, sekiz karakterli kod*, sekiz karakterli şifre*, sekiz
      karakterli parola*, sekiz karakterli doğrulama*, sekiz karakterli onay*, sekiz karakterli
      güvenlik*, sekiz karakterli giriş*, haneli kod*, haneli doğrulama kod*, haneli onay kod*,
      haneli güvenlik kod*, haneli giriş kod*, kodun kodunuzu gir*, giriş için kod*, doğrulamak için
      kod*, parolamatik, şifrematik, smart sms, mtan`,
    maybeCode: `kod, kodu, kodun, kodunu, kodlar*, şifre, şifreniz, parola, pin, kodla, kodumuz,
      kodum, şifren, şifresi, şifreyi, sifre, sifreniz, parolanız, parolan, parolası, parolayı,
      pini, pin kodu, pin kod*, anahtar kelime, gizli kelime, gizli sözcük, anahtar, anahtarı,
      anahtarınız, anahtarla, kilit açma kod*, kod numarası, tanımlayıcı kod*, kodunuz, kodun şu,
      kodun hazır, kodunuzu gir*, kodunu gir*, kodu gir*, kodu kullan*, kodu yaz*, kodu tuşla*,
      kodunu yaz*, kodunuzu yaz*, kodu kopyala*, aşağıdaki kod*, aşağıda yer alan kod*, bu kodu, bu
      kod, şu kod, şu kodu, işte kod*, size özel kod*, ödeme kod*, cihaz kod*, kayıt kod*, üyelik
      kod*, bağlantı kod*, tanımlama kod*`,
    digits: `numara, numarası, numarayı, numaranız, sayı, sayıyı, sayısı, sayılar, rakam, rakamı,
      rakamlar, rakamları, rakamlarını, hane, haneli, haneyi, basamak, basamaklı, karakter,
      karakteri, karakterler, dizi, dizisi, kombinasyon, kombinasyonu, provizyon kod*, provizyon no,
      provizyon numara*, provizyon, onay no, işlem kod*, yetki kod*, otorizasyon kod*`,
    otherCode: `indirim kod*, promosyon kod*, kupon*, kampanya kod*, hediye kod*, hediye kart*,
      davet kod*, referans kod*, hata kod*, posta kod*, alan kod*, ülke kod*, karekod*, qr kod*,
      barkod*, teslim kod*, teslimat kod*, teslim alma kod*, rezervasyon kod*, kargo takip kod*,
      takip kod*, ürün kod*, renk kod*, kaynak kod*, pnr kod*, indirim şifre*, promosyon şifre*,
      kampanya şifre*, hediye şifre*, davet şifre*, davetiye kod*, davetiye şifre*, referans şifre*,
      arkadaş kod*, arkadaş şifre*, arkadaşını getir kod*, arkadaşını getir şifre*, hata şifre*,
      posta şifre*, alan şifre*, ülke şifre*, şehir kod*, şehir şifre*, teslim şifre*, teslimat
      şifre*, teslim alma şifre*, teslim onay kod*, teslim onay şifre*, kurye kod*, kurye şifre*,
      kargo kod*, kargo şifre*, kargo teslim kod*, kargo teslim şifre*, kargo teslimat kod*, kargo
      teslimat şifre*, kolay iade kod*, kolay iade şifre*, iade kod*, iade şifre*, rezervasyon
      şifre*, kargo takip şifre*, takip şifre*, ürün şifre*, renk şifre*, kaynak şifre*, pnr şifre*,
      biniş kod*, biniş şifre*, uçuş kod*, uçuş şifre*, kapı kod*, kapı şifre*, apartman kod*,
      apartman şifre*, bina kod*, bina şifre*, site giriş kod*, site giriş şifre*, kapı giriş kod*,
      kapı giriş şifre*, dolap kod*, dolap şifre*, kilitli dolap kod*, kilitli dolap şifre*, emanet
      dolabı kod*, emanet dolabı şifre*, emanet kod*, emanet şifre*, otopark kod*, otopark şifre*,
      kutu kod*, kutu şifre*, anahtar kutusu kod*, anahtar kutusu şifre*, gel al kod*, gel al
      şifre*, mağazadan teslim kod*, mağazadan teslim şifre*, barkod kod*, barkod şifre*, stok kod*,
      stok şifre*, model kod*, model şifre*, parça kod*, parça şifre*, banka kod*, banka şifre*,
      şube kod*, şube şifre*, swift kod*, swift şifre*, gtip kod*, gtip şifre*, vergi kod*, vergi
      şifre*, fiyat kod*, fiyat şifre*, puan kod*, puan şifre*, hediye çeki kod*, hediye çeki
      şifre*, çek kod*, çek şifre*, kupon kod*, kupon şifre*, fırsat kod*, fırsat şifre*, ayrıcalık
      kod*, ayrıcalık şifre*, sadakat kod*, sadakat şifre*, ortaklık kod*, ortaklık şifre*, satış
      ortağı kod*, satış ortağı şifre*, etkinlik kod*, etkinlik şifre*, çekiliş kod*, çekiliş
      şifre*, ders kod*, ders şifre*, kurs kod*, kurs şifre*, sınıf kod*, sınıf şifre*, bölüm kod*,
      bölüm şifre*, toplantı kod*, toplantı şifre*, konferans kod*, konferans şifre*, katılım kod*,
      katılım şifre*, oda kod*, oda şifre*, bilet kod*, bilet şifre*, koltuk kod*, koltuk şifre*,
      masa kod*, masa şifre*, sipariş kod*, sipariş şifre*, fatura kod*, fatura şifre*, müşteri
      kod*, müşteri şifre*, lisans kod*, lisans şifre*, indirme kod*, indirme şifre*, demo kod*,
      demo şifre*, test kod*, test şifre*, anket kod*, anket şifre*, sponsor kod*, sponsor şifre*,
      partner kod*, partner şifre*, havalimanı kod*, havalimanı şifre*, cihaz hata kod*, cihaz hata
      şifre*, arıza kod*, arıza şifre*, durum kod*, durum şifre*, çıkış kod*, çıkış şifre*, yanıt
      kod*, yanıt şifre*, tur kod*, tur şifre*, acente kod*, acente şifre*, para birimi kod*, para
      birimi şifre*, dil kod*, dil şifre*, gişe kod*, gişe şifre*, indirim çek*, hediye çek*, kare
      kod, qr, toplantı kimliği, toplantı parolası, toplantı şifresi, meeting id, zoom, wifi şifre*,
      wi fi şifre*, wi fi parola*, kablosuz ağ şifre*, ağ parolası, posta kutusu, sepette, sepet
      sayfasında, ödeme sayfasında, ödeme adımında, kasada, kod teslim, kuryeye, teslim sırasında,
      resepsiyon`,
    number: `sipariş numara*, sipariş no, fatura numara*, fatura no, müşteri numara*, müşteri no,
      referans numara*, referans no, referans, talep numara*, talep no, dosya no, bilet numara*,
      bilet no, bilet, rezervasyon numara*, rezervasyon no, kargo takip numara*, takip numara*,
      takip no, sözleşme no, sözleşme numara*, poliçe no, hesap no, hesap numara*, üye no, seri no,
      ürün no, vergi no, vergi numara*, mersis, iban, telefon*, tel, gsm, faks, çağrı merkezi,
      arayın, uçuş*, koltuk, oda, ile biten, kart numara*, tutar*, toplam, fiyat, sürüm, sipariş nu,
      siparişiniz, kargo takip no, gönderi no, gönderi numara*, poliçe numara*, üye numara*, üyelik
      no, üyelik numara*, seri numara*, ürün numara*, dosya numara*, başvuru no, başvuru numara*,
      işlem no, işlem numara*, şikayet no, şikayet numara*, kayıt no, kayıt numara*, evrak no, evrak
      numara*, belge no, belge numara*, protokol no, protokol numara*, hasta no, hasta numara*,
      randevu no, randevu numara*, öğrenci no, öğrenci numara*, personel no, personel numara*, sicil
      no, sicil numara*, abone no, abone numara*, abonelik no, abonelik numara*, tesisat no, tesisat
      numara*, sayaç no, sayaç numara*, katılımcı no, katılımcı numara*, cihaz no, cihaz numara*,
      imei no, imei numara*, parti no, parti numara*, lot no, lot numara*, irsaliye no, irsaliye
      numara*, makbuz no, makbuz numara*, dekont no, dekont numara*, çek no, çek numara*, ruhsat no,
      ruhsat numara*, plaka no, plaka numara*, pasaport no, pasaport numara*, kimlik no, kimlik
      numara*, tc kimlik no, tc kimlik numara*, t c kimlik no, t c kimlik numara*, ehliyet no,
      ehliyet numara*, ticaret sicil no, ticaret sicil numara*, mersis no, mersis numara*, sigorta
      no, sigorta numara*, hasar no, hasar numara*, arıza no, arıza numara*, görev no, görev
      numara*, vaka no, vaka numara*, olay no, olay numara*, ilan no, ilan numara*, lisans no,
      lisans numara*, proje no, proje numara*, ihale no, ihale numara*, oda no, oda numara*, koltuk
      no, koltuk numara*, sefer no, sefer numara*, uçuş no, uçuş numara*, tren no, tren numara*,
      otobüs no, otobüs numara*, peron no, peron numara*, kapı no, kapı numara*, daire no, daire
      numara*, blok no, blok numara*, kat no, kat numara*, iç kapı no, iç kapı numara*, model no,
      model numara*, stok no, stok numara*, parça no, parça numara*, koli no, koli numara*, paket
      no, paket numara*, sevkiyat no, sevkiyat numara*, teslimat no, teslimat numara*, iade no, iade
      numara*, havale no, havale numara*, eft no, eft numara*, ödeme no, ödeme numara*, tahsilat no,
      tahsilat numara*, mutabakat no, mutabakat numara*, terminal no, terminal numara*, üye işyeri
      no, üye işyeri numara*, iş yeri no, iş yeri numara*, şube no, şube numara*, kart no, kredi
      kartı no, kredi kartı numara*, telefon no, telefon numara*, cep telefonu no, cep telefonu
      numara*, gsm no, gsm numara*, faks no, faks numara*, dahili no, dahili numara*, işlem id,
      işlem kimliği, işlem referansı, sipariş id, sipariş kimliği, sipariş referansı, talep id,
      talep kimliği, talep referansı, kullanıcı id, kullanıcı kimliği, kullanıcı referansı, müşteri
      id, müşteri kimliği, müşteri referansı, oturum id, oturum kimliği, oturum referansı, cihaz id,
      cihaz kimliği, cihaz referansı, istek id, istek kimliği, istek referansı, olay id, olay
      kimliği, olay referansı, kayıt id, kayıt kimliği, kayıt referansı, ödeme id, ödeme kimliği,
      ödeme referansı, ilan id, ilan kimliği, ilan referansı, üye id, üye kimliği, üye referansı,
      karar no, esas no, referans kod*, ref, ref no, müşteri, abone, dosya, karar, madde, hesap,
      kep, vkn, tckn, t c, tc, fax, dahili, müşteri hizmetleri, bizi arayın, arayabilir*, numaralı
      hat*, danışma hattı, salon, peron, kapı, son dört hanesi, son 4 hanesi, son dört rakamı, son 4
      rakamı, sonu, ara toplam, genel toplam, bakiye, versiyon, güncelleme, plaka, kat, daire, blok,
      posta kodu`,
    verify: `doğrula*, onayla*, onaylayın, aktifleştir*, aktive et*, etkinleştir*, teyit et*, e
      postanı doğrula, e posta adresini doğrula, hesabını doğrula, hesabınızı doğrulayın, hesabı
      etkinleştir, kaydı tamamla, kaydını tamamla, daveti kabul et, dogrula*, aktif et*,
      aktivasyon*, teyit ed*, teyidi, onay bağlantısı, doğrulama bağlantısı, onay linki, doğrulama
      linki, aktivasyon linki, aktivasyon bağlantısı, onaylıyorum, evet benim, bendim, ben yaptım,
      evet bendim, kaydını tamamla*, kaydınızı tamamla*, kaydı tamamla*, üyeliğini tamamla*,
      üyeliğinizi tamamla*, üyelik işlem* tamamla*, üyeliğini başlat*, üyeliğini etkinleştir*, kayıt
      işlem*, kaydol*, davet* kabul et*, daveti kabul et*, ekibe katıl*, çalışma alanına katıl*,
      hesabını oluştur*, hesabınızı oluştur*, hesabını aç*, hesap açılış*, size ait olduğunu, sana
      ait olduğunu, siz olduğunuzu, sen olduğunu, kimliğini*, kimlik kontrol*, cihazı eşleştir*,
      cihazını eşleştir*, eşleştir*, cihazı bağla*, aboneliğini onayla*, aboneliğinizi onayla*, son
      bir adım, son adım, bir adım kaldı, adresini güncelle*`,
    signIn: `giriş yap*, oturum aç*, giriş, girişi, girişiniz, giriş bağlantısı, sihirli bağlantı,
      giriş denemesi, giris yap*, girişin, girişinizi, girişte, girişler, giriş için, giriş linki,
      giriş isteği, giriş talebi, sihirli link, tek tıkla gir*, tek tıkla giriş*, tek dokunuşla,
      şifresiz giriş*, parolasız giriş*, şifresiz gir*, şifre gerekmez, şifre gerekmeden, parola
      gerekmez, hesabına gir*, hesabınıza gir*, hesaba gir*, hesabıma gir*, hemen gir, içeri gir*,
      uygulamaya gir*, siteye gir*, panele gir*, login ol*`,
    reset: `şifre sıfırla*, şifreni sıfırla*, şifrenizi sıfırla*, parola sıfırla*, parolanı
      sıfırla*, şifremi unuttum, şifrenizi mi unuttunuz, yeni şifre, yeni parola, şifre değiştir*,
      şifreni değiştir, şifreni yenile*, şifre yenileme, şifre belirle*, parola oluştur*, şifre
      yenile*, şifre oluştur*, şifre kurtar*, şifre güncelle*, parola yenile*, parola değiştir*,
      parola belirle*, parola kurtar*, parola güncelle*, sifre sıfırla*, sifre yenile*, sifre
      değiştir*, sifre belirle*, sifre oluştur*, sifre kurtar*, sifre güncelle*, şifreni hemen
      sıfırla*, şifreni hemen yenile*, şifreni değiştir*, şifreni hemen değiştir*, şifreni belirle*,
      şifreni oluştur*, şifreni kurtar*, şifreni güncelle*, şifreni unuttu*, şifreni mi unuttu*,
      şifreni mı unuttu*, şifrenizi hemen sıfırla*, şifrenizi yenile*, şifrenizi hemen yenile*,
      şifrenizi değiştir*, şifrenizi hemen değiştir*, şifrenizi belirle*, şifrenizi oluştur*,
      şifrenizi kurtar*, şifrenizi güncelle*, şifrenizi unuttu*, şifrenizi mi unuttu*, şifrenizi mı
      unuttu*, şifremi sıfırla*, şifremi hemen sıfırla*, şifremi yenile*, şifremi hemen yenile*,
      şifremi değiştir*, şifremi hemen değiştir*, şifremi belirle*, şifremi oluştur*, şifremi
      kurtar*, şifremi güncelle*, şifremi unuttu*, şifremi mi unuttu*, şifremi mı unuttu*, şifresini
      sıfırla*, şifresini hemen sıfırla*, şifresini yenile*, şifresini hemen yenile*, şifresini
      değiştir*, şifresini hemen değiştir*, şifresini belirle*, şifresini oluştur*, şifresini
      kurtar*, şifresini güncelle*, şifresini unuttu*, şifresini mi unuttu*, şifresini mı unuttu*,
      parolanı hemen sıfırla*, parolanı yenile*, parolanı hemen yenile*, parolanı değiştir*,
      parolanı hemen değiştir*, parolanı belirle*, parolanı oluştur*, parolanı kurtar*, parolanı
      güncelle*, parolanı unuttu*, parolanı mi unuttu*, parolanı mı unuttu*, parolanızı sıfırla*,
      parolanızı hemen sıfırla*, parolanızı yenile*, parolanızı hemen yenile*, parolanızı değiştir*,
      parolanızı hemen değiştir*, parolanızı belirle*, parolanızı oluştur*, parolanızı kurtar*,
      parolanızı güncelle*, parolanızı unuttu*, parolanızı mi unuttu*, parolanızı mı unuttu*,
      parolamı sıfırla*, parolamı hemen sıfırla*, parolamı yenile*, parolamı hemen yenile*, parolamı
      değiştir*, parolamı hemen değiştir*, parolamı belirle*, parolamı oluştur*, parolamı kurtar*,
      parolamı güncelle*, parolamı unuttu*, parolamı mi unuttu*, parolamı mı unuttu*, parolasını
      sıfırla*, parolasını hemen sıfırla*, parolasını yenile*, parolasını hemen yenile*, parolasını
      değiştir*, parolasını hemen değiştir*, parolasını belirle*, parolasını oluştur*, parolasını
      kurtar*, parolasını güncelle*, parolasını unuttu*, parolasını mi unuttu*, parolasını mı
      unuttu*, şifreyi sıfırla*, şifreyi hemen sıfırla*, şifreyi yenile*, şifreyi hemen yenile*,
      şifreyi değiştir*, şifreyi hemen değiştir*, şifreyi belirle*, şifreyi oluştur*, şifreyi
      kurtar*, şifreyi güncelle*, şifreyi unuttu*, şifreyi mi unuttu*, şifreyi mı unuttu*, parolayı
      sıfırla*, parolayı hemen sıfırla*, parolayı yenile*, parolayı hemen yenile*, parolayı
      değiştir*, parolayı hemen değiştir*, parolayı belirle*, parolayı oluştur*, parolayı kurtar*,
      parolayı güncelle*, parolayı unuttu*, parolayı mi unuttu*, parolayı mı unuttu*, yeni şifreni*,
      yeni parolanı*, yeni bir şifre, yeni bir parola, parolamı unuttum, şifreni mi unuttun,
      parolanı mı unuttun, parolanızı mı unuttunuz, sıfırlama bağlantısı, sıfırlama linki, sıfırlama
      isteği, sıfırlama talebi, hesabını kurtar*, hesabınızı kurtar*, hesap kurtarma, erişimi geri,
      pinini sıfırla*, pin sıfırla*`,
    unsubscribe: `abonelikten çık*, aboneliği iptal*, abonelikten ayrıl*, üyelikten çık*, listeden
      çık*, tercihleri yönet*, bildirim ayarları, e posta tercihleri, almak istemiyorsan*,
      abonelikten vazgeç*, aboneliğini iptal*, aboneliğinizi iptal*, aboneliği sonlandır*,
      aboneliğini sonlandır*, aboneliği bırak*, listemizden çık*, e posta listesinden, bültenden
      çık*, bülten aboneliğ*, tercihlerini yönet*, tercihlerinizi yönet*, tercihlerini güncelle*,
      tercihlerinizi güncelle*, iletişim tercih*, bildirim tercih*, e posta tercih*, bildirim ayar*,
      e posta ayar*, ileti tercih*, iletişim izin*, almak istemiyorum, artık almak, bildirimleri
      kapat*, e postaları durdur*, bu e postaları, ret hakkı, reddetmek için, iptal etmek için
      tıkla*, çıkmak için`,
    backup: `yedek kod*, yedekleme kod*, kurtarma kod*, acil durum kod*, kurtarma anahtarı, yedek
      kodlar*, yedek anahtar*, yedek şifre*, yedek parola*, yedekleme kodlar*, yedekleme anahtar*,
      yedekleme şifre*, yedekleme parola*, kurtarma kodlar*, kurtarma anahtar*, kurtarma şifre*,
      kurtarma parola*, acil durum kodlar*, acil durum anahtar*, acil durum şifre*, acil durum
      parola*, acil durum erişim kodlar*, acil durum erişim kod*, acil durum erişim anahtar*, acil
      durum erişim şifre*, acil durum erişim parola*, tek kullanımlık yedek kodlar*, tek kullanımlık
      yedek kod*, tek kullanımlık yedek anahtar*, tek kullanımlık yedek şifre*, tek kullanımlık
      yedek parola*, hesap kurtarma kodlar*, hesap kurtarma kod*, hesap kurtarma anahtar*, hesap
      kurtarma şifre*, hesap kurtarma parola*, yedek giriş kodlar*, yedek giriş kod*, yedek giriş
      anahtar*, yedek giriş şifre*, yedek giriş parola*, yedek doğrulama kodlar*, yedek doğrulama
      kod*, yedek doğrulama anahtar*, yedek doğrulama şifre*, yedek doğrulama parola*, kurtarma
      giriş kodlar*, kurtarma giriş kod*, kurtarma giriş anahtar*, kurtarma giriş şifre*, kurtarma
      giriş parola*, rezerv kodlar*, rezerv kod*, rezerv anahtar*, rezerv şifre*, rezerv parola*`,
    lasts: `geçerli*, geçerlilik, süresi*, sona er*, geçersiz*, kadar, içinde, boyunca, süreyle,
      dolacak*, dolar, dolmadan, gecerli*, geçerliliğ*, süre sonu, gecersiz*, a dek, e dek, ya dek,
      ye dek, değin, gününe dek, icinde, içerisinde, icerisinde, süresince, süreli*, doluyor,
      dolduğunda, doluncaya, dolana, dolmuş, bitmeden, bitecek*, biter, bitiyor, son kullanma, son
      geçerlilik, son kullanım, son giriş, en geç, kullanılmalı*, kullanılabilir, kullanabilirsin*,
      girilmelidir, girilmeli, girmelisin*, girmeniz gerek*, kullanmanız gerek*, çalışır,
      çalışacak*, işe yarar, işe yaramaz, işlemez, işe yaramayacak, kullanılamaz, kullanılmaz, kabul
      edilmez, kabul edilmeyecek*, aktif kal*, aktiftir, aktif olacak*, yürürlükte, iptal olur,
      iptal olacak*, iptal edilecek*, yok olur, silinir, imha, yanar, kendini imha, ömrü, ömrün,
      kodun ömrü, vaktin var, vaktiniz var, zamanın var, zamanınız var, süren var, süreniz var,
      süreniz, süren, vaktiniz, zaman aşımı, zaman aşımına, sonra geçmez, geçmez olur, sonra ölür,
      tükenir, kalan süre, bekleyecek, dakikan var, dakikan vardır, dakikan kaldı, dakikan
      bulunuyor, dakikanız var, dakikanız vardır, dakikanız kaldı, dakikanız bulunuyor, dakikamız
      var, dakikamız vardır, dakikamız kaldı, dakikamız bulunuyor, saatin var, saatin vardır, saatin
      kaldı, saatin bulunuyor, saatiniz var, saatiniz vardır, saatiniz kaldı, saatiniz bulunuyor,
      yarım saatin var, yarım saatin vardır, yarım saatin kaldı, yarım saatiniz var, yarım saatiniz
      vardır, yarım saatiniz kaldı, çeyrek saatin var, çeyrek saatin vardır, çeyrek saatin kaldı,
      çeyrek saatiniz var, çeyrek saatiniz vardır, çeyrek saatiniz kaldı, günün var, gününüz var,
      saniyen var, saniyeniz var`,
    waits: `yeni kod iste*, yeniden gönder*, tekrar gönder*, tekrar dene*, yeniden dene*, kilitle*,
      kilitlendi, engellen*, bekle*, güvenilir cihaz, cihaza güven, oturumum açık, tekrar sorulma*,
      yeni kod, yeni bir kod, yeni kod talep*, yeniden kod, tekrar kod, kodu tekrar, kodu yeniden,
      yeniden iste*, tekrar iste*, yeniden talep*, tekrar talep*, yeni şifre iste*, yeni talep*,
      sonra dene*, sonra tekrar, sonra yeniden, bir daha dene*, kilitli, kilit*, bloke*, blokaj,
      askıya*, kapatılmış*, kapatılır, kapatıldı, kapatılacak*, durdurul*, dondurul*, beklet*,
      beklemeniz, arayla, her 30, her 60, her 10, denemeler arasında, istekler arasında, hatalı
      deneme*, hatalı giriş*, yanlış deneme*, yanlış giriş*, başarısız deneme*, başarısız giriş*,
      yanlış gir*, hatalı gir*, güvenilen cihaz*, cihaza güven*, bu cihaza güven*, cihazı hatırla*,
      bu cihazı hatırla*, tarayıcıyı hatırla*, beni hatırla*, hatırlanacak, hatırlanır, oturumun
      açık*, oturumunuz açık*, oturumu açık*, açık kalır, açık kalacak*, açık tut*, oturum süresi,
      oturumunuz, oturum süreniz, yeniden sorulma*, sormayacağız, sorulmayacak*, tekrar giriş*,
      ulaşması, ulaşmazsa, gelmezse, gelmediyse, almadıysan*, ulaşmadıysa, sürebilir, gecikebilir,
      gereksiz klasörü, istenmeyen, mesai, iş günü, iş saat*, çalışma saat*, hafta içi, yanıt ver*,
      yanıtlıyoruz, yanıtlanır, cevap ver*, cevaplan*, dönüş yap*, geri dönüş*, silinecek*,
      hesabınız sil*, önce yap*, önce oluştur*, önce gönder*, deneme süre*, ücretsiz deneme,
      bağlantı geçerli*, link geçerli*, bağlantının süresi*, linkin süresi*, bağlantı* süresi*,
      dakika önce, saat önce, gün önce, saniye önce, gün boyunca, yeni kodu, yeni bir kodu, yeni
      kodunuzu, yeni şifreyi, yeni bir şifre iste*`,
    secret: `paylaşmayın*, paylaşma*, kimseyle, kimse ile, kimseye, vermeyin, söylemeyin, asla
      istemeyiz, gizli, paylasma*, paylaşmamanız, paylaşılmamalı*, hiç kimse*, üçüncü kişi*, üçüncü
      şahıs*, başkası*, başkalarıyla, vermeyin*, verme, söylemeyin*, söyleme, iletmeyin*, asla
      istemez, istemeyeceğiz, istemez, sormaz, sormayız, sormayacağız, asla sorma*, asla talep*,
      gizli tut*, gizli kal*, gizlidir, gizli bilgi, sizden istemez, çalışanlarımız dahil, banka
      personeli, personelimiz dahil, size özeldir, kişiye özeldir, sana özeldir`,
    ignore: `siz istemediyseniz, talep etmediyseniz, siz yapmadıysanız, siz değilseniz, sen
      değilsen, istemediyseniz, dikkate almayın, dikkate almayınız, göz ardı edin, yok sayın, yok
      sayabilirsiniz, bu işlemi siz, talep etmediyse*, talep etmemiş*, talebi siz*, talep size ait,
      size ait değilse, sana ait değilse, sizin değilse, siz yapmadıysan*, sen yapmadıysan*,
      yapmadıysan*, yapmadıysanız, siz değildiyseniz, sen değildiysen, istemediyse*, istemediysen,
      istemedin mi, istemediniz mi, başlatmadıysan*, oluşturmadıysan*, kaydolmadıysan*,
      denemediysen*, girişimde bulunmadıysan*, giriş yapmadıysan*, işlemi siz, bilginiz dışında,
      bilgin dışında, dikkate alma*, dikkate almayın*, göz ardı et*, görmezden gel*, yok say*,
      silebilirsin*, bu e postayı sil*, önemsemeyin, aldırma*, yanlışlıkla, hata sonucu, hiçbir
      işlem yapmanıza, bir işlem yapmanıza gerek, bir şey yapmana gerek, işlem yapmanız gerekmez,
      haberiniz yoksa, bilginiz yoksa, tanımıyorsan*`,
    order: `siparişiniz*, siparişin*, sipariş onay*, siparişiniz onaylandı, siparişiniz alındı,
      kargoya verildi, kargoda, kargolandı, yola çıktı, yolda, teslimat*, teslim edildi, teslim*,
      paketiniz, takip et, rezervasyonunuz, rezervasyon onay*, seyahat*, biniş kartı, randevu*,
      teslimat adresi, sipariş*, siparişin alındı, sipariş özeti, sipariş detay*, kargoya ver*,
      kargoya teslim, kargolan*, kargonuz*, kargon, kargo*, yola çıktı*, dağıtıma çık*, dağıtımda,
      kurye*, teslim edil*, teslim edile*, teslim al*, paketiniz*, paketin, gönderiniz*, gönderin*,
      kapınızda, gönderi takib*, rezervasyon*, rezervasyonun*, yolculuk*, yolculuğun*, biniş kart*,
      uçuş*, uçuşunuz*, check in, bilet*, biletiniz*, biletin, e bilet*, randevunuz*, konaklama*,
      otel*, mağazadan teslim*, teslim noktası, iptal edildi, satın aldığınız, satın alma*,
      alışveriş*, alışverişiniz için, iade talebi*, değişim talebi*, giriş tarihi, çıkış tarihi,
      kalkış*, varış*, sepetiniz*, ürünler, ürününüz*, hazırlanıyor, lisans anahtar*, reçete*`,
    money: `fatura*, ödeme*, ödendi, tutar*, son ödeme*, ekstre*, hesap özeti, kredi kart*,
      kartınız*, kartınızdan, çekildi, tahsil*, havale*, eft, iade edildi, bakiye*, maaş*, vergi*,
      makbuz, dekont*, borç*, harcama*, para çekme, faturanız*, faturan, e fatura, e arşiv,
      ödemeniz*, ödemen, ödenecek*, ödenmesi*, ödeyin*, vade*, vadesi*, ekstreniz*, hesap hareket*,
      hesabınıza, hesabınızdan, banka kart*, kartınızla, kartınla, kartından, çekim*, tahsilat*,
      para transfer*, para gönder*, para geldi, yatırıldı, yatır*, iade edil*, iade tutar*,
      iadeniz*, geri ödeme*, bakiyeniz*, bordro*, mtv, makbuz*, borcunuz*, gecikme*, taksit*, faiz*,
      kredi*, para çekme*, atm, provizyon*, otomatik ödeme*, düzenli ödeme*, abonelik ücret*,
      abonelik yenile*, yenilendi, ücret*, aidat*, poliçe*, temettü*, hisse*, portföy*, emeklilik,
      sigorta prim*, kdv, mutabakat*, döviz*, hesabınıza geç*, işleminiz*, gelir*, gider*, masraf*,
      sigorta primi, primi, priminiz`,
    news: `bülten*, e bülten, bu hafta, haftalık, aylık, devamını oku, daha fazla oku, tarayıcıda
      görüntüle, haber*, makale*, blog, öne çıkan*, bu hafta*, haftanın*, haftalık*, aylık*, bu ay,
      bu sayıda, sayı, sayımız*, sayısı*, gündem*, devamını oku*, devamı*, daha fazla oku*, yazının
      devamı*, haberin devamı*, tarayıcıda görüntüle*, tarayıcınızda*, web sürümü*, haberler*,
      blogda, köşe yazı*, röportaj*, söyleşi*, podcast*, editör*, editörden, okuma listesi, okumaya
      devam*, dergi*, bu sabah, sabah bülteni, derleme*, duyuru*, iyi okumalar, okuyucu*,
      abonelerimiz*, abone olduğunuz*, abone olduğun*, gelecek hafta, haftaya görüşmek*,
      yenilikler*, yeni özellik*`,
    offer: `indirim*, kampanya*, fırsat*, teklif*, hemen al, satın al, alışverişe başla, ücretsiz
      kargo, son şans, sadece bugün, size özel, özel fırsat, kupon*, hediye*, kaçırma*, bedava,
      ücretsiz, indirimli*, yüzde, fırsatı*, hemen al*, şimdi al*, alışverişe başla*, alışverişe*,
      kargo bedava, kargo ücretsiz, son şans*, son gün*, son saat*, son fırsat, sadece bugün*,
      bugüne özel, yalnızca bugün, bu hafta sonuna özel, sana özel, üyelere özel, özel fırsat*, özel
      indirim*, özel fiyat*, hediye çeki*, kaçırmayın*, bedava*, ücretsiz dene*, ücretsiz*, ucuz*,
      uygun fiyat*, yarı fiyat*, net indirim, sepette, sepete, sepetin*, sepetinizde, sepette unut*,
      keşfet*, incele*, stoklarla sınırlı*, tükenmeden, tükenmek üzere, yeni sezon*, yeni
      koleksiyon*, yeni gelen*, koleksiyon*, sezon*, bahar indirim*, yaz indirim*, kış indirim*,
      efsane*, muhteşem cuma, black friday, kara cuma, şahane cuma, puan para puan*, bonus*, taksit
      fırsat*, çekiliş*, kazan*, davet et kazan, arkadaşını davet et*, premium*, yükselt*, erken
      rezervasyon*, al 1 öde*, 2 al 1 öde, outlet*`,
    support: `talebiniz, destek talebi*, destek, müşteri hizmetleri, müşteri temsilcisi, başvurunuz,
      şikayet*, bilet no, talebiniz*, talebin*, talep no, destek ekib*, destek kaydı*, teknik
      destek, yardım merkezi, yardım masası, müşteri temsilci*, müşteri destek*, temsilci*,
      başvurunuz*, şikayetiniz*, sorununuz*, sorunun*, sorunuz*, bize ulaştığınız*, bize
      yazdığınız*, mesajınız*, mesajınızı aldık, mesajını aldık, bizimle iletişime, iletişime
      geçtiğiniz*, geri bildirim*, değerlendir*, çözüldü, çözüm*, çözüme*, çözümlen*, kapatıldı,
      kaydınız açıl*, arıza kaydı*, inceliyoruz, incelen*, ilgileniyoruz, yanıtlayarak, bu satırın
      üstün*, bu çizginin üstün*, yardımcı olabil*, ekran görüntüsü*, önbellek*, anlayışınız*, özür
      dileriz, kusura bakmayın`,
    notice: `yeni giriş, yeni cihaz, güvenlik uyarısı, güvenlik bildirimi, olağandışı, şifreniz
      değiştirildi, bildirim*, hatırlatma*, yorum yaptı, senden bahsetti, paylaştı, davet etti,
      davet*, güncellendi, güncelleme*, kullanım koşulları, gizlilik politikası, bakım, kesinti,
      yeni giriş*, yeni bir giriş*, yeni cihaz*, yeni bir cihaz*, oturum açıldı, giriş yapıldı,
      giriş tespit*, güvenlik uyarı*, güvenlik bildirim*, güvenlik*, olağandışı*, olağan dışı*,
      şüpheli*, hatalı şifre*, hatalı giriş*, şifren değiştirildi, parolanız değiştirildi,
      değiştirildi, hatırlatıcı*, uyarı*, alarm*, yorum yaptı*, yorum*, yanıtladı, cevap verdi,
      senden bahsetti*, sizden bahsetti*, bahsetti*, etiketledi*, beğendi*, takip etmeye başla*,
      takip ediyor*, arkadaşlık isteği*, bağlantı isteği*, mesaj gönderdi*, yeni mesaj*, okunmamış*,
      paylaştı*, davet etti*, atadı*, atandı*, görev*, ekledi*, kaldırıldı, güncelliyoruz, kullanım
      koşul*, hizmet şart*, gizlilik politika*, kvkk, aydınlatma*, sözleşme değiş*, planlı bakım,
      kesinti*, arıza*, çevrimdışı, derleme*, dağıtım*, başarısız*, başarılı*, tamamlandı*,
      depolama*, kota*, doluluk, yedekleme*, rapor*, raporunuz*, dışa aktar*, hazır, doğum günü*,
      ödev*, sınav*, sonucunuz*, anket*, ilan*, sertifika*, alan adı*, süresi dolmak üzere,
      hesabınız*, hesabın*, profil*, su kesinti*, elektrik kesinti*, deprem*, hava durumu`,
    second: `saniye*, sn, saniyen var, saniyeniz var`,
    minute: `dakika*, dk, yarım saat=30, çeyrek saat=15, bir buçuk saat=90, dakka*, dakikalık, yarım
      saat*=30, çeyrek saat*=15, bir çeyrek saat=15, üç çeyrek saat=45, bir buçuk saat*=90, dakikan
      var, dakikan vardır, dakikan kaldı, dakikan bulunuyor, dakikanız var, dakikanız vardır,
      dakikanız kaldı, dakikanız bulunuyor, dakikamız var, dakikamız vardır, dakikamız kaldı,
      dakikamız bulunuyor, yarım saatin var=30, yarım saatin vardır=30, yarım saatin kaldı=30, yarım
      saatiniz var=30, yarım saatiniz vardır=30, yarım saatiniz kaldı=30, çeyrek saatin var=15,
      çeyrek saatin vardır=15, çeyrek saatin kaldı=15, çeyrek saatiniz var=15, çeyrek saatiniz
      vardır=15, çeyrek saatiniz kaldı=15`,
    hour: `sa, saat, saatin, saatiniz, saatlik, saate, saatte, saatten, saattir, saatliğine, iki
      buçuk saat=2.5, yarım gün=12, bir buçuk gün=36, saatin var, saatin vardır, saatin kaldı,
      saatin bulunuyor, saatiniz var, saatiniz vardır, saatiniz kaldı, saatiniz bulunuyor`,
    day: `gün, günü, gündür, günlük, güne, günde, günden, günün, günlüğüne, gününüz, gun, günün var,
      gününüz var`,
    week: `hafta, haftalık, haftadır, haftalığına, haftaya, haftanız`,
  },
  numbers: `bir=1, iki=2, üç=3, dört=4, beş=5, altı=6, yedi=7, sekiz=8, dokuz=9, on=10, on iki=12,
    on beş=15, onbeş=15, yirmi=20, otuz=30, kırk=40, altmış=60, yirmi dört=24, on bir=11, onbir=11,
    oniki=12, on üç=13, onüç=13, on dört=14, ondört=14, on altı=16, onaltı=16, on yedi=17,
    onyedi=17, on sekiz=18, onsekiz=18, on dokuz=19, ondokuz=19, yirmi bir=21, yirmibir=21, yirmi
    iki=22, yirmiiki=22, yirmi üç=23, yirmiüç=23, yirmidört=24, yirmi beş=25, yirmibeş=25, yirmi
    altı=26, yirmialtı=26, yirmi yedi=27, yirmiyedi=27, yirmi sekiz=28, yirmisekiz=28, yirmi
    dokuz=29, yirmidokuz=29, otuz bir=31, otuzbir=31, otuz iki=32, otuziki=32, otuz üç=33,
    otuzüç=33, otuz dört=34, otuzdört=34, otuz beş=35, otuzbeş=35, otuz altı=36, otuzaltı=36, otuz
    yedi=37, otuzyedi=37, otuz sekiz=38, otuzsekiz=38, otuz dokuz=39, otuzdokuz=39, kırk bir=41,
    kırkbir=41, kırk iki=42, kırkiki=42, kırk üç=43, kırküç=43, kırk dört=44, kırkdört=44, kırk
    beş=45, kırkbeş=45, kırk altı=46, kırkaltı=46, kırk yedi=47, kırkyedi=47, kırk sekiz=48,
    kırksekiz=48, kırk dokuz=49, kırkdokuz=49, elli=50, elli bir=51, ellibir=51, elli iki=52,
    elliiki=52, elli üç=53, elliüç=53, elli dört=54, ellidört=54, elli beş=55, ellibeş=55, elli
    altı=56, ellialtı=56, elli yedi=57, elliyedi=57, elli sekiz=58, ellisekiz=58, elli dokuz=59,
    ellidokuz=59, yetmiş iki=72, yetmişiki=72, doksan=90, yüz yirmi=120, birkaç=3`,
  months: `oca*, şub*, mar*, nis*, may*, haz*, tem*, ağu*/agu*, eyl*, eki*, kas*, ara*`,
};

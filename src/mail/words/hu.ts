import type { Words } from './words.js';

/** Hungarian. */
export const hu: Words = {
  language: 'hu',
  terms: {
    enter: `írd be, írja be, írjátok be, írják be, beírni, beírása*, beírásával, beírd, beírja, add
      meg, adja meg, megadni, megadása*, megadásával, megadd, gépeld be, gépelje be, begépel*, üsd
      be, üsse be, beütni, használd, használja, használni, használatával, másold be, másolja be,
      másold, másolja, illeszd be, illessze be, bemásol*, olvasd be, olvassa be, mondd be, közölje,
      közöld, diktáld, pötyögd be, vidd be, vigye be`,
    code: `ellenőrző kód*, ellenőrző jelszó*, ellenőrző jelszav*, ellenőrző pin*, ellenőrző kulcs*,
      megerősítő kód*, megerősítő jelszó*, megerősítő jelszav*, megerősítő pin*, megerősítő kulcs*,
      hitelesítő kód*, hitelesítő jelszó*, hitelesítő jelszav*, hitelesítő pin*, hitelesítő kulcs*,
      hitelesítési kód*, hitelesítési jelszó*, hitelesítési jelszav*, hitelesítési pin*,
      hitelesítési kulcs*, azonosító kód*, azonosító jelszó*, azonosító jelszav*, azonosító pin*,
      azonosító kulcs*, azonosítási kód*, azonosítási jelszó*, azonosítási jelszav*, azonosítási
      pin*, azonosítási kulcs*, biztonsági kód*, biztonsági jelszó*, biztonsági jelszav*, biztonsági
      pin*, biztonsági kulcs*, belépési kód*, belépési jelszó*, belépési jelszav*, belépési pin*,
      belépési kulcs*, belépő kód*, belépő jelszó*, belépő jelszav*, belépő pin*, belépő kulcs*,
      bejelentkezési kód*, bejelentkezési jelszó*, bejelentkezési jelszav*, bejelentkezési pin*,
      bejelentkezési kulcs*, bejelentkező kód*, bejelentkező jelszó*, bejelentkező jelszav*,
      bejelentkező pin*, bejelentkező kulcs*, aktiváló kód*, aktiváló jelszó*, aktiváló jelszav*,
      aktiváló pin*, aktiváló kulcs*, aktivációs kód*, aktivációs jelszó*, aktivációs jelszav*,
      aktivációs pin*, aktivációs kulcs*, aktiválási kód*, aktiválási jelszó*, aktiválási jelszav*,
      aktiválási pin*, aktiválási kulcs*, hozzáférési kód*, hozzáférési jelszó*, hozzáférési
      jelszav*, hozzáférési pin*, hozzáférési kulcs*, egyszeri kód*, egyszeri jelszó*, egyszeri
      jelszav*, egyszeri pin*, egyszeri kulcs*, egyszer használatos kód*, egyszer használatos
      jelszó*, egyszer használatos jelszav*, egyszer használatos pin*, egyszer használatos kulcs*,
      egyszer használható kód*, egyszer használható jelszó*, egyszer használható jelszav*, egyszer
      használható pin*, egyszer használható kulcs*, ideiglenes kód*, ideiglenes jelszó*, ideiglenes
      jelszav*, ideiglenes pin*, ideiglenes kulcs*, átmeneti kód*, átmeneti jelszó*, átmeneti
      jelszav*, átmeneti pin*, átmeneti kulcs*, visszaigazoló kód*, visszaigazoló jelszó*,
      visszaigazoló jelszav*, visszaigazoló pin*, visszaigazoló kulcs*, jóváhagyó kód*, jóváhagyó
      jelszó*, jóváhagyó jelszav*, jóváhagyó pin*, jóváhagyó kulcs*, jóváhagyási kód*, jóváhagyási
      jelszó*, jóváhagyási jelszav*, jóváhagyási pin*, jóváhagyási kulcs*, regisztrációs kód*,
      regisztrációs jelszó*, regisztrációs jelszav*, regisztrációs pin*, regisztrációs kulcs*,
      igazoló kód*, igazoló jelszó*, igazoló jelszav*, igazoló pin*, igazoló kulcs*, párosító kód*,
      párosító jelszó*, párosító jelszav*, párosító pin*, párosító kulcs*, párosítási kód*,
      párosítási jelszó*, párosítási jelszav*, párosítási pin*, párosítási kulcs*, kétfaktoros kód*,
      kétfaktoros jelszó*, kétfaktoros jelszav*, kétfaktoros pin*, kétfaktoros kulcs*, kétlépcsős
      kód*, kétlépcsős jelszó*, kétlépcsős jelszav*, kétlépcsős pin*, kétlépcsős kulcs*, kétlépéses
      kód*, kétlépéses jelszó*, kétlépéses jelszav*, kétlépéses pin*, kétlépéses kulcs*, sms kód*,
      sms jelszó*, sms jelszav*, sms pin*, sms kulcs*, e mail kód*, e mail jelszó*, e mail jelszav*,
      e mail pin*, e mail kulcs*, email kód*, email jelszó*, email jelszav*, email pin*, email
      kulcs*, eszköz kód*, eszköz jelszó*, eszköz jelszav*, eszköz pin*, eszköz kulcs*, jelszó
      visszaállító kód*, jelszó visszaállító jelszó*, jelszó visszaállító jelszav*, jelszó
      visszaállító pin*, jelszó visszaállító kulcs*, jelszó visszaállítási kód*, jelszó
      visszaállítási jelszó*, jelszó visszaállítási jelszav*, jelszó visszaállítási pin*, jelszó
      visszaállítási kulcs*, visszaállító kód*, visszaállító jelszó*, visszaállító jelszav*,
      visszaállító pin*, visszaállító kulcs*, visszaállítási kód*, visszaállítási jelszó*,
      visszaállítási jelszav*, visszaállítási pin*, visszaállítási kulcs*, jelszó emlékeztető kód*,
      jelszó emlékeztető jelszó*, jelszó emlékeztető jelszav*, jelszó emlékeztető pin*, jelszó
      emlékeztető kulcs*, személyes belépési kód*, személyes belépési jelszó*, személyes belépési
      jelszav*, személyes belépési pin*, személyes belépési kulcs*, titkos kód*, titkos jelszó*,
      titkos jelszav*, titkos pin*, titkos kulcs*, fizetési jóváhagyó kód*, fizetési jóváhagyó
      jelszó*, fizetési jóváhagyó jelszav*, fizetési jóváhagyó pin*, fizetési jóváhagyó kulcs*,
      tranzakciós kód*, tranzakciós jelszó*, tranzakciós jelszav*, tranzakciós pin*, tranzakciós
      kulcs*, aláíró kód*, aláíró jelszó*, aláíró jelszav*, aláíró pin*, aláíró kulcs*, aláírási
      kód*, aláírási jelszó*, aláírási jelszav*, aláírási pin*, aláírási kulcs*, otp kód*, otp
      jelszó*, otp jelszav*, otp pin*, otp kulcs*, pin kód*, pin jelszó*, pin jelszav*, pin pin*,
      pin kulcs*, kapcsolódási kód*, kapcsolódási jelszó*, kapcsolódási jelszav*, kapcsolódási pin*,
      kapcsolódási kulcs*, beléptető kód*, beléptető jelszó*, beléptető jelszav*, beléptető pin*,
      beléptető kulcs*, validáló kód*, validáló jelszó*, validáló jelszav*, validáló pin*, validáló
      kulcs*, validációs kód*, validációs jelszó*, validációs jelszav*, validációs pin*, validációs
      kulcs*, érvényesítő kód*, érvényesítő jelszó*, érvényesítő jelszav*, érvényesítő pin*,
      érvényesítő kulcs*, megerősítési kód*, megerősítési jelszó*, megerősítési jelszav*,
      megerősítési pin*, megerősítési kulcs*, ellenőrzési kód*, ellenőrzési jelszó*, ellenőrzési
      jelszav*, ellenőrzési pin*, ellenőrzési kulcs*, hitelesítés kód*, hitelesítés jelszó*,
      hitelesítés jelszav*, hitelesítés pin*, hitelesítés kulcs*, csatlakoztatási kód*,
      csatlakoztatási jelszó*, csatlakoztatási jelszav*, csatlakoztatási pin*, csatlakoztatási
      kulcs*, ellenőrzőkód*, megerősítőkód*, hitelesítőkód*, azonosítókód*, biztonságikód*,
      belépésikód*, belépőkód*, bejelentkezésikód*, aktiválókód*, aktivációskód*, jóváhagyókód*,
      visszaigazolókód*, párosítókód*, hatjegyű kód*, hatjegyű számkód*, hatjegyű ellenőrző*,
      hatjegyű biztonsági*, hatjegyű megerősítő*, hatjegyű azonosító*, négyjegyű kód*, négyjegyű
      számkód*, négyjegyű ellenőrző*, négyjegyű biztonsági*, négyjegyű megerősítő*, négyjegyű
      azonosító*, ötjegyű kód*, ötjegyű számkód*, ötjegyű ellenőrző*, ötjegyű biztonsági*, ötjegyű
      megerősítő*, ötjegyű azonosító*, hétjegyű kód*, hétjegyű számkód*, hétjegyű ellenőrző*,
      hétjegyű biztonsági*, hétjegyű megerősítő*, hétjegyű azonosító*, nyolcjegyű kód*, nyolcjegyű
      számkód*, nyolcjegyű ellenőrző*, nyolcjegyű biztonsági*, nyolcjegyű megerősítő*, nyolcjegyű
      azonosító*, 6 jegyű kód*, 6 jegyű ellenőrző*, 6 jegyű biztonsági*, 6 jegyű megerősítő*, 6
      jegyű azonosító*, 6 számjegyű kód*, 6 számjegyű ellenőrző*, 6 számjegyű biztonsági*, 6
      számjegyű megerősítő*, 6 számjegyű azonosító*, 6 karakteres kód*, 6 karakteres ellenőrző*, 6
      karakteres biztonsági*, 6 karakteres megerősítő*, 6 karakteres azonosító*, 4 jegyű kód*, 4
      jegyű ellenőrző*, 4 jegyű biztonsági*, 4 jegyű megerősítő*, 4 jegyű azonosító*, 4 számjegyű
      kód*, 4 számjegyű ellenőrző*, 4 számjegyű biztonsági*, 4 számjegyű megerősítő*, 4 számjegyű
      azonosító*, 4 karakteres kód*, 4 karakteres ellenőrző*, 4 karakteres biztonsági*, 4 karakteres
      megerősítő*, 4 karakteres azonosító*, 5 jegyű kód*, 5 jegyű ellenőrző*, 5 jegyű biztonsági*, 5
      jegyű megerősítő*, 5 jegyű azonosító*, 5 számjegyű kód*, 5 számjegyű ellenőrző*, 5 számjegyű
      biztonsági*, 5 számjegyű megerősítő*, 5 számjegyű azonosító*, 5 karakteres kód*, 5 karakteres
      ellenőrző*, 5 karakteres biztonsági*, 5 karakteres megerősítő*, 5 karakteres azonosító*, 7
      jegyű kód*, 7 jegyű ellenőrző*, 7 jegyű biztonsági*, 7 jegyű megerősítő*, 7 jegyű azonosító*,
      7 számjegyű kód*, 7 számjegyű ellenőrző*, 7 számjegyű biztonsági*, 7 számjegyű megerősítő*, 7
      számjegyű azonosító*, 7 karakteres kód*, 7 karakteres ellenőrző*, 7 karakteres biztonsági*, 7
      karakteres megerősítő*, 7 karakteres azonosító*, 8 jegyű kód*, 8 jegyű ellenőrző*, 8 jegyű
      biztonsági*, 8 jegyű megerősítő*, 8 jegyű azonosító*, 8 számjegyű kód*, 8 számjegyű
      ellenőrző*, 8 számjegyű biztonsági*, 8 számjegyű megerősítő*, 8 számjegyű azonosító*, 8
      karakteres kód*, 8 karakteres ellenőrző*, 8 karakteres biztonsági*, 8 karakteres megerősítő*,
      8 karakteres azonosító*, hat számjegyű kód*, négy számjegyű kód*, öt számjegyű kód*, nyolc
      számjegyű kód*, hat karakteres kód*, nyolc karakteres kód*, tíz karakteres kód*, ellenőrző
      szám*, biztonsági szám*, mtan, kódja a belépéshez, kód a belépéshez, kódod a belépéshez`,
    maybeCode: `kód*, pin, pin kód*, pinkód*, számkód*, jelszó a következő, alábbi kód*, következő
      kód*, ez a kód*, itt a kód*, itt van a kód*, írd be a kódot, írja be a kódot, add meg a kódot,
      adja meg a kódot, használd a kódot, használja a kódot, használd ezt a kódot, fizetési kód*,
      feloldó kód*, kulcsszó, azonosító szó`,
    digits: `szám, számot, száma, számok, számokat, számsor, számsort, számjegy*, jegyű, karakter*,
      karakteres, kombináció*, engedélyszám*, engedélyezési kód*, engedély szám*, engedélykód*,
      jóváhagyási szám`,
    otherCode: `kupon kód*, kedvezmény kód*, promóciós kód*, promó kód*, akciós kód*, ajándék kód*,
      ajándékkártya kód*, utalvány kód*, meghívó kód*, ajánlói kód*, ajánló kód*, hűség kód*, hiba
      kód*, irányító kód*, ország kód*, körzet kód*, körzetszám kód*, vonal kód*, qr kód*, átvételi
      kód*, átvevő kód*, csomagátvételi kód*, csomag kód*, csomagautomata kód*, rekesz kód*,
      szekrény kód*, kapu kód*, ajtó kód*, lakás kód*, lépcsőház kód*, riasztó kód*, széf kód*,
      foglalási kód*, nyomkövetési kód*, nyomkövető kód*, követési kód*, szállítási kód*, futár
      kód*, rendelés kód*, termék kód*, szín kód*, forrás kód*, bank kód*, swift kód*, adó kód*,
      repülőtéri kód*, járat kód*, jegy kód*, belépőjegy kód*, megbeszélés kód*, értekezlet kód*,
      meeting kód*, tárgyaló kód*, szoba kód*, kurzus kód*, tantárgy kód*, licenc kód*, licensz
      kód*, letöltési kód*, játék kód*, sorsolási kód*, nyereményjáték kód*, partner kód*, számla
      kód*, ügyfél kód*, tag kód*, wifi kód*, kijelzési kód*, hálózati kód*, kuponkód*,
      kedvezménykód*, promócióskód*, promókód*, akciókód*, ajándékkód*, hibakód*, vonalkód*, qrkód*,
      kapukód*, rekeszkód*, kuponoskód*, forráskód*, országkód*, bankkód*, színkód*, termékkód*,
      foglaláskód*, csomagkód*, kupon*, utalvány*, ajándékkártya*, ajándékutalvány*, irányítószám*,
      körzetszám*, wifi jelszó*, wi fi jelszó*, értekezlet azonosító*, pénztárnál, kosárban, a
      futárnak`,
    number: `rendelés szám*, rendelés azonosító*, számla szám*, számla azonosító*, ügyfél szám*,
      ügyfél azonosító*, hivatkozási szám*, hivatkozási azonosító*, referencia szám*, referencia
      azonosító*, foglalási szám*, foglalási azonosító*, foglalás szám*, foglalás azonosító*, csomag
      szám*, csomag azonosító*, csomagküldemény szám*, csomagküldemény azonosító*, küldemény szám*,
      küldemény azonosító*, nyomkövetési szám*, nyomkövetési azonosító*, követési szám*, követési
      azonosító*, szerződés szám*, szerződés azonosító*, kötvény szám*, kötvény azonosító*, tag
      szám*, tag azonosító*, tagsági szám*, tagsági azonosító*, ügy szám*, ügy azonosító*, ügyirat
      szám*, ügyirat azonosító*, iktató szám*, iktató azonosító*, eset szám*, eset azonosító*,
      bejelentés szám*, bejelentés azonosító*, panasz szám*, panasz azonosító*, kár szám*, kár
      azonosító*, kárügy szám*, kárügy azonosító*, jegy szám*, jegy azonosító*, járat szám*, járat
      azonosító*, bankszámla szám*, bankszámla azonosító*, kártya szám*, kártya azonosító*, nyugta
      szám*, nyugta azonosító*, bizonylat szám*, bizonylat azonosító*, sorozat szám*, sorozat
      azonosító*, gyári szám*, gyári azonosító*, termék szám*, termék azonosító*, cikk szám*, cikk
      azonosító*, típus szám*, típus azonosító*, telefon szám*, telefon azonosító*, mobil szám*,
      mobil azonosító*, fax szám*, fax azonosító*, adó szám*, adó azonosító*, közösségi adó szám*,
      közösségi adó azonosító*, cégjegyzék szám*, cégjegyzék azonosító*, személyi igazolvány szám*,
      személyi igazolvány azonosító*, útlevél szám*, útlevél azonosító*, rendszám szám*, rendszám
      azonosító*, hallgatói szám*, hallgatói azonosító*, beteg szám*, beteg azonosító*, taj szám*,
      taj azonosító*, mérőóra szám*, mérőóra azonosító*, mérő szám*, mérő azonosító*, fogyasztó
      szám*, fogyasztó azonosító*, felhasználó szám*, felhasználó azonosító*, vevő szám*, vevő
      azonosító*, partner szám*, partner azonosító*, tranzakció szám*, tranzakció azonosító*,
      tranzakciós szám*, tranzakciós azonosító*, fizetési szám*, fizetési azonosító*, átutalási
      szám*, átutalási azonosító*, utalási szám*, utalási azonosító*, szállítólevél szám*,
      szállítólevél azonosító*, szoba szám*, szoba azonosító*, ülés szám*, ülés azonosító*, hely
      szám*, hely azonosító*, vágány szám*, vágány azonosító*, kapu szám*, kapu azonosító*, verzió
      szám*, verzió azonosító*, azonosító szám*, azonosító azonosító*, rendelési szám*, rendelési
      azonosító*, megrendelés szám*, megrendelés azonosító*, visszaküldési szám*, visszaküldési
      azonosító*, munkalap szám*, munkalap azonosító*, projekt szám*, projekt azonosító*, oktatási
      szám*, oktatási azonosító*, hirdetés szám*, hirdetés azonosító*, pályázati szám*, pályázati
      azonosító*, kérelem szám*, kérelem azonosító*, rendelésszám*, megrendelésszám*, számlaszám*,
      ügyfélszám*, csomagszám*, szerződésszám*, kötvényszám*, ügyszám*, iktatószám*, jegyszám*,
      járatszám*, bankszámlaszám*, kártyaszám*, nyugtaszám*, sorozatszám*, cikkszám*, telefonszám*,
      mobilszám*, adószám*, cégjegyzékszám*, útszám*, sorszám*, tagszám*, foglalásszám*,
      hivatkozásszám*, vevőszám*, szállítólevélszám*, rendelésiszám*, megrendelésiszám*, rendszám*,
      rendelés, megrendelés, rendelésed, számla, számú, ügyfélazonosító*, felhasználói azonosító*,
      tranzakcióazonosító*, rendelésazonosító*, azonosító, iban, bic, tel, telefon, hívja, hívd,
      ügyfélszolgálat tel, fax, végződő, végződésű, végű, utolsó négy számjegy*, utolsó 4 számjegy*,
      ülőhely, vágány, emelet, összesen, végösszeg*, fizetendő, egyenleg*, verzió, helyrajzi szám*,
      hrsz, pf, postafiók, végződése, végződés, végződésű kártya*, végű kártya*, kártyaszám vég*,
      kártya végződése`,
    verify: `erősítsd meg, erősítse meg, megerősít*, megerősítés*, megerősítem, megerősítő link*,
      megerősítéséhez, igazold, igazolja, igazolás*, igazolni, hitelesítsd, hitelesítse, hitelesít*,
      ellenőrizd, ellenőrizze, aktiváld, aktiválja, aktiválás*, aktiválom, aktiválni, aktiváló
      link*, jóváhagy*, hagyd jóvá, hagyja jóvá, visszaigazol*, véglegesít*, fejezd be a
      regisztráció*, fejezze be a regisztráció*, regisztráció befejezés*, regisztráció megerősít*,
      regisztráció véglegesít*, regisztrációd*, regisztrációja befejez*, fogadd el a meghívás*,
      fogadja el a meghívás*, meghívás elfogadása, meghívó elfogadása, csatlakozz a csapathoz,
      csatlakozás a csapathoz, igen én voltam, én voltam, igen én vagyok, hogy te vagy, hogy ön az,
      valóban ön, valóban te, személyazonosság*, párosítsd, párosítsa, párosítás*, eszköz
      csatlakoztatás*, már csak egy lépés, utolsó lépés, majdnem kész, feliratkozás megerősít*,
      feliratkozásod, e mail cím megerősít*`,
    signIn: `jelentkezz be, jelentkezzen be, bejelentkez*, bejelentkezés*, belépés*, belépéshez,
      belépési link*, belépek, belépni, lépj be, lépjen be, beléptetünk, bejelentkezési link*,
      bejelentkezési kísérlet*, belépési kísérlet*, varázslink*, varázs link*, egy kattintással,
      egyetlen kattintással, jelszó nélkül*, jelszómentes*, nincs szükség jelszóra, nem kell jelszó,
      fiókom megnyitása`,
    reset: `jelszó visszaállít*, jelszó módosít*, jelszó megváltoztat*, jelszó csere*, jelszó
      cseréj*, jelszó emlékeztető*, jelszó újraállít*, jelszó beállít*, jelszó helyreállít*,
      jelszavad* visszaállít*, jelszavad* módosít*, jelszavad* megváltoztat*, állítsd vissza a
      jelszavad*, állítsd vissza a jelszavát, állítsd vissza jelszavad*, állítsd vissza jelszavát,
      állítsd vissza új jelszót, állítsd vissza egy új jelszót, állítsa vissza a jelszavad*, állítsa
      vissza a jelszavát, állítsa vissza jelszavad*, állítsa vissza jelszavát, állítsa vissza új
      jelszót, állítsa vissza egy új jelszót, változtasd meg a jelszavad*, változtasd meg a
      jelszavát, változtasd meg jelszavad*, változtasd meg jelszavát, változtasd meg új jelszót,
      változtasd meg egy új jelszót, változtassa meg a jelszavad*, változtassa meg a jelszavát,
      változtassa meg jelszavad*, változtassa meg jelszavát, változtassa meg új jelszót, változtassa
      meg egy új jelszót, módosítsd a jelszavad*, módosítsd a jelszavát, módosítsd jelszavad*,
      módosítsd jelszavát, módosítsd új jelszót, módosítsd egy új jelszót, módosítsa a jelszavad*,
      módosítsa a jelszavát, módosítsa jelszavad*, módosítsa jelszavát, módosítsa új jelszót,
      módosítsa egy új jelszót, állíts be a jelszavad*, állíts be a jelszavát, állíts be jelszavad*,
      állíts be jelszavát, állíts be új jelszót, állíts be egy új jelszót, állítson be a jelszavad*,
      állítson be a jelszavát, állítson be jelszavad*, állítson be jelszavát, állítson be új
      jelszót, állítson be egy új jelszót, adj meg a jelszavad*, adj meg a jelszavát, adj meg
      jelszavad*, adj meg jelszavát, adj meg új jelszót, adj meg egy új jelszót, adjon meg a
      jelszavad*, adjon meg a jelszavát, adjon meg jelszavad*, adjon meg jelszavát, adjon meg új
      jelszót, adjon meg egy új jelszót, hozz létre a jelszavad*, hozz létre a jelszavát, hozz létre
      jelszavad*, hozz létre jelszavát, hozz létre új jelszót, hozz létre egy új jelszót, hozzon
      létre a jelszavad*, hozzon létre a jelszavát, hozzon létre jelszavad*, hozzon létre jelszavát,
      hozzon létre új jelszót, hozzon létre egy új jelszót, válassz a jelszavad*, válassz a
      jelszavát, válassz jelszavad*, válassz jelszavát, válassz új jelszót, válassz egy új jelszót,
      válasszon a jelszavad*, válasszon a jelszavát, válasszon jelszavad*, válasszon jelszavát,
      válasszon új jelszót, válasszon egy új jelszót, új jelszó*, új jelszav*, elfelejtett jelszó*,
      elfelejtetted a jelsz*, elfelejtette a jelsz*, elfelejtette jelsz*, elfelejtetted jelsz*,
      jelszóvisszaállít*, jelszóemlékeztető*, jelszócsere*, jelszómódosít*, fiók helyreállít*,
      fiókhelyreállít*, hozzáférés visszaállít*`,
    unsubscribe: `leiratkoz*, leiratkozás*, leiratkozom, iratkozz le, iratkozzon le, feliratkozás
      kezelése, hírlevél lemondás*, hírlevél leiratkozás*, lemondom, beállítások módosítása,
      értesítési beállítás*, értesítések kezelése, e mail beállítás*, levelezési beállítás*,
      preferenciák, nem szeretnél több, nem szeretne több, nem kíván több, nem kérek több, nem
      szeretnél ilyen, nem szeretne ilyen, kikapcsol* az értesítés*, tiltsd le, hírlevél beállítás*`,
    backup: `biztonsági mentési kód*, tartalék kód*, tartalékkód kód*, helyreállító kód*,
      helyreállítási kód*, vészhelyzeti kód*, vész kód*, pót kód*, biztonsági tartalék kód*,
      tartalékkód*, helyreállítókód*, helyreállítási kulcs*, helyreállító kulcs*, pótkód*, vészkód*,
      mentőkód*`,
    lasts: `érvényes*, érvényesség*, érvénytelen*, érvényét veszti, érvényben, lejár*, lejárat*,
      lejáró, hatály*, hatályos, megszűnik, elévül*, használható*, felhasználható*, működik, nem
      működik, működőképes, nem fogadjuk el, belül, legkésőbb, felhasználni, perced van, perce van,
      órád van, órája van, időd van, ideje van, ideig, áll rendelkezés*, eltűnik, törlődik,
      megsemmisül*, elhasználódik, azután, időkorlát, nem lesz érvényes, percetek van, percünk van,
      percük van, óránk van, órátok van, órájuk van, fél órád van, fél órája van, egy órád van, egy
      órája van, negyed órád van, negyed órája van, másfél órád van, másfél órája van, fél óra áll
      rendelkez*, egy óra áll rendelkez*, negyed óra áll rendelkez*, másfél óra áll rendelkez*`,
    waits: `új kód*, új kódot, új kódot kér*, kérj új*, kérjen új*, új kód kér*, újraküld*, küldés
      újra, küldjük újra, ismételt küldés, próbáld újra, próbálja újra, próbálkozz újra,
      próbálkozzon újra, újrapróbál*, újra próbál*, próbálkozás*, sikertelen próbálkozás*, hibás
      próbálkozás*, zárol*, zároljuk, letilt*, letiltjuk, tiltás, tiltva, kizár*, felfüggeszt*,
      befagyaszt*, blokkol*, várj, várjon, várni, várakoz*, megbízható eszköz*, megbízható
      böngésző*, emlékezz rám, eszköz megjegyzése, megjegyezzük, jegyezd meg ezt, bejelentkezve
      marad*, maradj bejelentkezve, maradjon bejelentkezve, nem kérjük újra, nem kérünk, nem
      kérdezzük, munkamenet*, kijelentkeztet*, kiléptet*, percenként, óránként, egyszer kérhet*, nem
      érkezett meg, nem kapta meg, nem kaptad meg, levélszemét, eltarthat, beletelhet, munkanap*,
      munkaidő*, nyitvatartás*, ügyfélfogadás*, válaszolunk, válaszidő*, jelentkezünk, ezelőtt,
      törlésre kerül, töröljük, próbaidő*, a link érvényes, a link lejár, a hivatkozás érvényes, a
      hivatkozás lejár`,
    secret: `ne oszd meg, ne ossza meg, ne add ki, ne adja ki, ne add meg, ne adja meg, ne add át,
      ne adja át, ne mondd el, ne mondja el, ne közöld, ne közölje, ne továbbítsd, ne továbbítsa,
      soha ne add, soha ne oszd, soha ne adja, soha ne ossza, senkivel, senkinek, másokkal, harmadik
      fél*, soha nem kér*, sosem kér*, soha nem fogjuk, munkatársaink soha, munkatársunk soha,
      munkatársainknak sem, tartsd titokban, tartsa titokban, bizalmas`,
    ignore: `ha nem te, ha nem ön, nem te kérted, nem ön kérte, nem te voltál, nem ön volt, ha nem
      kérted, ha nem kérte, ha nem kezdeményez*, nem kezdeményez*, ha nem próbált*, ha nem
      regisztrált*, nem ön kezdeményezte, nem te kezdeményezted, nem te próbált*, nem ismered fel,
      nem ismeri fel, hagyd figyelmen kívül, hagyja figyelmen kívül, figyelmen kívül hagyhat*,
      figyelmen kívül, tekintsd tárgytalan*, tekintse tárgytalan*, tárgytalannak, nincs teendőd,
      nincs teendője, nincs további teendő*, nem kell tenned, nem szükséges tennie, tévedésből,
      véletlenül, valaki más, töröld ezt, törölje ezt`,
    order: `rendelésed*, rendelése, megrendelésed*, megrendelése, rendelés visszaigazol*,
      megrendelés visszaigazol*, rendelésedet, rendelésének, köszönjük a rendelés*, köszönjük
      rendelés*, köszönjük a vásárlás*, köszönjük vásárlás*, rendelés összesítő, feladtuk, feladásra
      került, kiszállít*, szállítás*, szállítjuk, szállítási cím, csomagod*, csomagja, csomagpont*,
      csomagautomata*, futár*, úton van, kézbesít*, kézbesítve, átvehető*, átvétel*, átveheti,
      átveheted, nyomkövetés*, foglalás*, foglalásod*, foglalása, foglalás visszaigazol*, utazás*,
      járat*, járatod, beszállókártya*, beszállás*, repülőjegy*, vonatjegy*, jegyed*, jegyeid,
      jegyei, belépőjegy*, szállás*, szálloda*, vendégéjszaka*, időpontfoglal*, időpontod,
      időpontja, visszaküldés*, asztalfoglal*, kosarad*, recept*, bérlés*`,
    money: `számla*, számlád*, számlája, e számla*, számlaszám*, díjbekérő*, fizetési határidő*,
      fizetendő*, befizet*, kifizet*, kifizetve, megfizet*, fizetési felszólítás*, esedékes*, lejárt
      tartozás*, tartozás*, hátralék*, bankszámlakivonat*, számlakivonat*, kivonat*, egyenleg*,
      bankkártya*, bankkártyá*, hitelkártya*, kártyás*, kártyád*, kártyája, terhel*, megterhel*,
      levont*, jóváír*, jóváírás*, visszatérít*, visszautal*, utalás*, átutalás*, átutal*,
      készpénzfelvét*, atm, vásárlás összege, munkabér*, bérjegyzék*, fizetési jegyzék*, áfa,
      nyugta*, bizonylat*, hitel*, törlesztő*, kamat*, csoportos beszedés*, állandó megbízás*,
      előfizetési díj*, megújult, osztalék*, részvény*, befektetés*, biztosítási díj*, rezsi*,
      közüzemi*, áramszámla*, gázszámla*, tranzakció*`,
    news: `hírlevél*, hírlevelünk*, heti hírlevél, e heti, ezen a héten, hét hírei, havi hírlevél,
      olvass tovább, olvasson tovább, tovább olvasom, bővebben, részletek itt, megnyitás
      böngészőben, megtekintés böngészőben, böngészőben, hírek, híreink, hírösszefoglaló*, cikk*,
      cikkek, cikkünk, blog*, interjú*, podcast*, epizód*, szerkesztő*, főszerkesztő*, ajánló*,
      válogatás*, olvasnivaló*, lapszám*, olvasóink*, feliratkozóink*, jó olvasást, jövő héten,
      összefoglaló*, programajánló*`,
    offer: `akció*, akciós*, kedvezmény*, kedvezménnyel, leárazás*, kiárusítás*, árengedmény*,
      ajánlat*, ajánlatunk*, vásárolj most, vásároljon most, rendeld meg, rendelj most, rendeljen
      most, vedd meg, ingyenes szállítás, ingyen szállítás, ingyenes kiszállítás, utolsó esély*,
      utolsó lehetőség*, utolsó napok, csak ma, csak most, kizárólag neked, exkluzív*, kupon*,
      ajándék*, ingyenes*, ingyen, ne hagyd ki, ne hagyja ki, ne maradj le, ne maradjon le,
      újdonság*, új kollekció*, kollekció*, black friday, hűségpont*, pontgyűjt*, spórolj, takaríts
      meg, olcsóbb*, féláron, készlet erejéig, a készlet erejéig, nyereményjáték*, nyerj, próbáld ki
      ingyen*, kosaradban maradt`,
    support: `bejelentésed*, bejelentése*, bejelentését, hibajegy*, ügyfélszolgálat*,
      ügyfélszolgálatunk*, támogatás*, support csapat, megkeresés*, megkeresésed*, megkeresését,
      köszönjük megkeresés*, köszönjük üzenet*, panasz*, panaszod*, kérdésed*, kérdését, kérdésére,
      problém*, problémád*, megoldva, megoldottuk, lezárt*, lezártuk, vizsgáljuk, elnézés*,
      elnézését, kérjük a sor fölé, e vonal fölé, értékeld, értékelje, visszajelzés*, képernyőkép*,
      munkatársunk*`,
    notice: `új bejelentkezés*, új belépés*, új eszköz*, biztonsági értesítés*, biztonsági
      riasztás*, biztonsági figyelmeztetés*, szokatlan*, gyanús*, jelszavad megváltozott, jelszava
      megváltozott, jelszavad módosult, megváltozott*, értesítés*, emlékeztető*, riasztás*,
      figyelmeztetés*, hozzászólt, hozzászólás*, kommentelt, válaszolt, megemlített*, megjelölt*,
      kedvelte, követ téged, követni kezdett, ismerősnek jelölt*, üzenetet küldött, új üzenet*,
      olvasatlan*, megosztott*, meghívott*, meghívás*, hozzáadott*, hozzárendel*, frissült*,
      frissítettük, frissítés*, módosul*, felhasználási feltétel*, általános szerződési feltétel*,
      ászf, adatvédelmi*, karbantartás*, üzemszünet*, leállás*, üzemzavar*, hiba történt,
      befejeződött, elkészült*, tárhely*, biztonsági mentés*, születésnap*, szülői értekezlet*,
      szavazás*, kérdőív*, tanúsítvány*, fiókod*, fiókja, áramszünet*, vízkorlátozás*`,
    second: `másodperc*, mp`,
    minute: `fél óra*=30, félóra*=30, félórá*=30, fél órá*=30, negyed óra*=15, negyedóra*=15,
      negyedórá*=15, negyed órá*=15, háromnegyed óra*=45, háromnegyed órá*=45, másfél óra*=90,
      másfél órá*=90, perc, percet, percen, percig, perce, perced, percnyi, perces, perccel,
      percben, percre, percünk, percetek, percük, perced van, perce van, percetek van, percünk van,
      percük van, fél órád van=30, fél órája van=30, negyed órád van=15, negyed órája van=15, másfél
      órád van=90, másfél órája van=90, fél óra áll rendelkez*=30, negyed óra áll rendelkez*=15,
      másfél óra áll rendelkez*=90`,
    hour: `óra, óráig, órán, órában, órás, órányi, órára, órája, órád, órával, egy óráig=1, egy
      óra=1, fél nap*=12, órád van, órája van, óránk van, órátok van, órájuk van, egy órád van=1,
      egy órája van=1, egy óra áll rendelkez*=1`,
    day: `nap, napig, napon, napja, napos, napot, napod, nappal, napra`,
    week: `hétig, héten, hetes, hetet, hete`,
  },
  numbers: `egy=1, két=2, kettő=2, három=3, négy=4, öt=5, hat=6, hét=7, nyolc=8, kilenc=9, tíz=10,
    húsz=20, harminc=30, negyven=40, ötven=50, hatvan=60, hetvenkét=72, hetvenkettő=72,
    kilencven=90, százhúsz=120, néhány=3, pár=2, tizenegy=11, tizenkét=12, tizenkettő=12,
    tizenhárom=13, tizennégy=14, tizenöt=15, tizenhat=16, tizenhét=17, tizennyolc=18,
    tizenkilenc=19, huszonegy=21, huszonkét=22, huszonkettő=22, huszonhárom=23, huszonnégy=24,
    huszonöt=25, huszonhat=26, huszonhét=27, huszonnyolc=28, huszonkilenc=29, harmincegy=31,
    harminckét=32, harminckettő=32, harminchárom=33, harmincnégy=34, harmincöt=35, harminchat=36,
    harminchét=37, harmincnyolc=38, harminckilenc=39, negyvenegy=41, negyvenkét=42, negyvenkettő=42,
    negyvenhárom=43, negyvennégy=44, negyvenöt=45, negyvenhat=46, negyvenhét=47, negyvennyolc=48,
    negyvenkilenc=49, ötvenegy=51, ötvenkét=52, ötvenkettő=52, ötvenhárom=53, ötvennégy=54,
    ötvenöt=55, ötvenhat=56, ötvenhét=57, ötvennyolc=58, ötvenkilenc=59`,
  months: `január*, február*, márc*, ápr*, máj*, jún*, júl*, aug*, szept*, okt*, nov*, dec*`,
};

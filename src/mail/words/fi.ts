import type { Words } from './words.js';

/** Finnish. */
export const fi: Words = {
  language: 'fi',
  terms: {
    enter: `syötä, syötät, syötä se, syöttämällä, syöttää, syöttäkää, syöttäessäsi, syötettävä,
      näppäile, näppäilet, näppäilemällä, kirjoita, kirjoittamalla, kirjoittaa, anna koodi, anna
      tunnus, antamalla, käytä koodia, käytä tunnusta, käyttämällä, käytä tätä, kopioi, liitä se,
      naputtele, lue koodi, kerro koodi, anna numero`,
    code: `vahvistuskoodi*, varmistuskoodi*, varmennuskoodi*, todennuskoodi*, tunnistuskoodi*,
      tunnistautumiskoodi*, kirjautumiskoodi*, sisäänkirjautumiskoodi*, kertakäyttökoodi*,
      turvakoodi*, turvallisuuskoodi*, aktivointikoodi*, pääsykoodi*, käyttöönottokoodi*,
      rekisteröintikoodi*, rekisteröitymiskoodi*, laitekoodi*, pariliitoskoodi*, laiteparikoodi*,
      tekstiviestikoodi*, smskoodi*, salasanan palautuskoodi*, salasanan vaihtokoodi*,
      nollauskoodi*, palautuskoodi*, tarkistuskoodi*, hyväksymiskoodi*, maksun vahvistuskoodi*,
      maksuvahvistuskoodi*, allekirjoituskoodi*, kaksivaiheisen tunnistautumisen koodi*,
      kaksivaiheisen vahvistuksen koodi*, vahvistustunnus*, varmistustunnus*, varmennustunnus*,
      tunnistustunnus*, turvatunnus*, kirjautumistunnus*, kertakäyttötunnus*, pääsytunnus*,
      todennustunnus*, vahvistusnumero*, varmistusnumero*, kertakäyttönumero*, tunnistusnumero*,
      kertakäyttöinen koodi*, kertakäyttöinen salasana*, kertakäyttöinen tunnus*, kertakäyttöinen
      tunnusluku*, kertakäyttöinen pin*, kertakäyttöisen koodi*, kertakäyttöisen salasana*,
      kertakäyttöise*, kertakäyttösalasana*, kertasalasana*, kertakoodi*, väliaikainen koodi*,
      väliaikainen salasana*, väliaikainen tunnus*, tilapäinen koodi*, tilapäinen salasana*,
      henkilökohtainen koodi*, kuusinumeroinen koodi*, 6 numeroinen koodi*, nelinumeroinen koodi*, 4
      numeroinen koodi*, viisinumeroinen koodi*, kahdeksannumeroinen koodi*, koodisi kirjautumi*,
      koodi kirjautumi*, kirjautumisavain*, vahvistusavain*, pääsyavain*, tunnusluku*, tunnusluvu*,
      vaihtuva tunnus*, avainlu*, salakoodi*`,
    maybeCode: `koodi, koodin, koodia, koodisi, koodiasi, koodilla, koodit, koodiksi, koodeja,
      koodinne, tunnuksen, tunnuksesi, tunnusta, tunnuksella, pin, pin koodi*, salasana on,
      salasanasi on, syötä koodi*, anna koodi*, käytä koodia, alla oleva koodi*, alla olevan koodi*,
      seuraava koodi*, tämä koodi, tässä koodi*, maksukoodi*, tunnistekoodi*`,
    digits: `numero, numeron, numeroa, numerot, numerosarja*, numeroinen, merkkiä, merkkinen,
      merkit, yhdistelmä, hyväksymisnumero*, valtuutusnumero*, valtuutuskoodi*`,
    otherCode: `alennuskoodi*, kampanjakoodi*, etukoodi*, lahjakoodi*, lahjakorttikoodi*,
      kuponkikoodi*, tarjouskoodi*, kutsukoodi*, suosittelukoodi*, bonuskoodi*, virhekoodi*,
      postikoodi*, suuntakoodi*, maakoodi*, maatunnuskoodi*, viivakoodi*, qr koodi*, qr-koodi*,
      ruutukoodi*, noutokoodi*, noudon koodi*, lokerokoodi*, lähetyskoodi*, seurantakoodi*,
      toimituskoodi*, luovutuskoodi*, ovikoodi*, oven koodi*, porttikoodi*, portin koodi*,
      varauskoodi*, tuotekoodi*, värikoodi*, lähdekoodi*, lähdekoodikoodi*, pankkikoodi*,
      konttorikoodi*, swift koodi*, verokoodi*, kurssikoodi*, lippukoodi*, kokouskoodi*,
      huonekoodi*, tapahtumakoodi*, osallistumiskoodi*, asiakaskoodi*, jäsenkoodi*, latauskoodi*,
      lisenssikoodi*, palautuksen koodi*, liittymiskoodi*, talon koodi*, alaoven koodi*,
      avainkoodi*, matkakoodi*, lentokoodi*, hälytyskoodi*, wifi koodi*, kaupan koodi*, kassakoodi*,
      arvontakoodi*, kyselykoodi*, mainoskoodi*, alekoodi*, promokoodi*, lahjakort*, kuponki*,
      kupongi*, postinumero*, suuntanumero*, kokoustunnus*, kokouksen tunnus*, kokouksen
      tunnuskoodi, kokouksen salasana, wifi salasana*, wi fi salasana*, verkon salasana*, kassalla,
      ostoskorissa`,
    number: `tilausnumero*, tilausnro, tilausn numero*, laskunumero*, laskunro, laskun numero*,
      asiakasnumero*, asiakasnro, asiakasn numero*, viitenumero*, viitenro, viiten numero*, viitteen
      numero*, viitteen nro, viitteen n numero*, varausnumero*, varausnro, varausn numero*,
      varauksen numero*, varauksen nro, varauksen n numero*, seurantanumero*, seurantanro, seurantan
      numero*, lähetysnumero*, lähetysnro, lähetysn numero*, lähetyksen numero*, lähetyksen nro,
      lähetyksen n numero*, pakettinumero*, pakettinro, pakettin numero*, sopimusnumero*,
      sopimusnro, sopimusn numero*, vakuutusnumero*, vakuutusnro, vakuutusn numero*, jäsennumero*,
      jäsennro, jäsenn numero*, asianumero*, asianro, asian numero*, asian nro, asian n numero*,
      tapausnumero*, tapausnro, tapausn numero*, tapauksen numero*, tapauksen nro, tapauksen n
      numero*, tukipyyntönumero*, tukipyyntönro, tukipyyntön numero*, palvelupyyntönumero*,
      palvelupyyntönro, palvelupyyntön numero*, pyyntönumero*, pyyntönro, pyyntön numero*,
      tikettinumero*, tikettinro, tikettin numero*, lippunumero*, lippunro, lippun numero*,
      lentonumero*, lentonro, lenton numero*, vuoronumero*, vuoronro, vuoron numero*, tilinumero*,
      tilinro, tilin numero*, tilin nro, tilin n numero*, korttinumero*, korttinro, korttin numero*,
      kortin numero*, kortin nro, kortin n numero*, kuittinumero*, kuittinro, kuittin numero*,
      sarjanumero*, sarjanro, sarjan numero*, tuotenumero*, tuotenro, tuoten numero*, mallinumero*,
      mallinro, mallin numero*, puhelinnumero*, puhelinnro, puhelinn numero*, matkapuhelinnumero*,
      matkapuhelinnro, matkapuhelinn numero*, faksinumero*, faksinro, faksin numero*,
      henkilönumero*, henkilönro, henkilön numero*, opiskelijanumero*, opiskelijanro, opiskelijan
      numero*, potilasnumero*, potilasnro, potilasn numero*, rekisterinumero*, rekisterinro,
      rekisterin numero*, y numero*, y nro, y n numero*, alv numero*, alv nro, alv n numero*,
      veronumero*, veronro, veron numero*, diaarinumero*, diaarinro, diaarin numero*, päätösnumero*,
      päätösnro, päätösn numero*, vahinkonumero*, vahinkonro, vahinkon numero*, hakemusnumero*,
      hakemusnro, hakemusn numero*, ilmoitusnumero*, ilmoitusnro, ilmoitusn numero*, paikkanumero*,
      paikkanro, paikkan numero*, huonenumero*, huonenro, huonen numero*, käyttöpaikkanumero*,
      käyttöpaikkanro, käyttöpaikkan numero*, mittarinumero*, mittarinro, mittarin numero*,
      työnumero*, työnro, työn numero*, projektinumero*, projektinro, projektin numero*,
      versionumero*, versionro, version numero*, maksunumero*, maksunro, maksun numero*,
      tapahtumanumero*, tapahtumanro, tapahtuman numero*, eräpäivänumero*, eräpäivänro, eräpäivän
      numero*, eränumero*, eränro, erän numero*, viitenumeronumero*, viitenumeronro, viitenumeron
      numero*, toimitusnumero*, toimitusnro, toimitusn numero*, rahtinumero*, rahtinro, rahtin
      numero*, rahtikirjanumero*, rahtikirjanro, rahtikirjan numero*, palautusnumero*, palautusnro,
      palautusn numero*, hyvitysnumero*, hyvitysnro, hyvitysn numero*, tilaus nro, tilaus numero,
      tilaus, tilauksen, tilauksesi numero, lasku, laskun, laskun numero, tilauksen numero, nro,
      viite, viitteellä, asiakastunnus*, käyttäjätunnus*, tilaustunnus, tilaustunnus*,
      varaustunnus*, lähetystunnus*, seurantatunnus*, tapahtumatunnus*, maksutunnus*, y tunnus, y
      tunnus*, ly tunnus, alv tunnus, iban, bic, puhelin, puh, soita, soittakaa, asiakaspalvelu puh,
      gsm, faksi, vuoro, istuin, huone, raide, laituri, lähtöportti, portti, päättyvä kortti,
      päättyvä, päättyy numeroihin, loppuosa, viimeiset neljä numeroa, yhteensä, loppusumma, saldo,
      hinta, kpl, versio, saapumistunnus, rekisterinumero, henkilötunnus*, postilokero, numero
      päättyy, numero päättyy numeroihin, kortin numero, kortti päättyy, kortti joka päättyy,
      päättyy numeroon`,
    verify: `vahvista, vahvistat, vahvistaa, vahvistamaan, vahvistamalla, vahvistakaa, vahvistus,
      vahvistaminen, vahvistamiseksi, vahvistamista, vahvistamiseen, vahvistuslinkki*, varmista,
      varmistaaksemme, varmenna, varmentaa, todenna, todentaa, aktivoi, aktivoida, aktivoimaan,
      aktivointi, aktivoimalla, aktivointilinkki*, ota käyttöön, viimeistele rekisteröi*,
      viimeistele tilisi, rekisteröityminen loppuun, rekisteröitymisen loppuun, rekisteröinti
      loppuun, rekisteröitymisesi, viimeistele tilaus uutiskirj*, hyväksy kutsu, hyväksy
      kirjautuminen, hyväksy maksu, hyväksy, liity tiimiin, liity työtilaan, vahvista tilaus
      uutiskirj*, kyllä se olin minä, se olin minä, että se olet sinä, kuuluu sinulle,
      henkilöllisyytesi, henkilöllisyytensä, yhdistä laite, liitä laite, vielä yksi vaihe, enää yksi
      vaihe, melkein valmista, luo tili loppuun`,
    signIn: `kirjaudu, kirjaudut, kirjautua, kirjaudu sisään, kirjautuminen, kirjautumisen,
      kirjautumista, kirjautumiseen, kirjautumiseksi, kirjautuaksesi, kirjautumalla,
      kirjautumislinkki*, kirjautumisyritys, kirjautumisyrityk*, kirjautumispyyntö*,
      kirjautumispyyn*, sisäänkirjautumi*, taikalinkki*, ilman salasanaa, salasanaton, salasanatta,
      salasanaa ei tarvita, et tarvitse salasanaa, yhdellä klikkauksella, yhdellä napautuksella,
      pääset sisään, avaa tilini, siirry tilillesi, tunnistaudu, tunnistautu*`,
    reset: `vaihda salasana*, vaihda uusi salasana*, vaihda salasanasi, vaihda salasanani, vaihda
      uuden salasanan, palauta salasana*, palauta uusi salasana*, palauta salasanasi, palauta
      salasanani, palauta uuden salasanan, nollaa salasana*, nollaa uusi salasana*, nollaa
      salasanasi, nollaa salasanani, nollaa uuden salasanan, aseta salasana*, aseta uusi salasana*,
      aseta salasanasi, aseta salasanani, aseta uuden salasanan, luo salasana*, luo uusi salasana*,
      luo salasanasi, luo salasanani, luo uuden salasanan, uusi salasana*, uusi uusi salasana*, uusi
      salasanasi, uusi salasanani, uusi uuden salasanan, valitse salasana*, valitse uusi salasana*,
      valitse salasanasi, valitse salasanani, valitse uuden salasanan, määritä salasana*, määritä
      uusi salasana*, määritä salasanasi, määritä salasanani, määritä uuden salasanan, vaihtaa
      salasana*, vaihtaaksesi salasana*, palauttaa salasana*, salasanan palautus*, salasanan
      vaihto*, salasanan vaihta*, salasanan palautta*, salasanan nollaus*, salasanan nollaa*,
      salasanan uusimi*, salasanan asetta*, salasanasi palautus*, salasanasi vaihto*, salasanasi
      vaihta*, salasanasi palautta*, salasanasi nollaa*, unohditko salasana*, unohtunut salasana*,
      unohtuiko salasana*, salasana unohtui*, salasana unohtunut, uusi salasana, uuden salasanan,
      palautuslinkki*, palauta tili*, palauta käyttöoikeus, avaa lukitus`,
    unsubscribe: `peruuta tilaus, peru tilaus, peruuta uutiskirje*, peruuta uutiskirjeen tilaus,
      peru uutiskirje*, lopeta tilaus, lopeta uutiskirje*, tilauksen peruutus, tilauksen
      peruuttaminen, poistu listalta, poistu postituslistalta, poistu jakelusta, en halua, et halua
      enää, et halua vastaanottaa, hallitse asetuk*, viestiasetuk*, sähköpostiasetuk*,
      ilmoitusasetuk*, muokkaa asetuk*, markkinointikiel*, muuta asetuk*, peruuta viestit, kiellä
      viestit, lopettaa viestit`,
    backup: `varakoodit, varmuuskoodit, palautuskoodit, hätäkoodit, hätätilakoodit, varmistuskoodit,
      kertakäyttöiset palautuskoodit, kertakäyttöiset varakoodit, varakoodi*, varmuuskoodi*,
      palautuskoodi*, hätäkoodi*, palautusavain*, varatunnus*, avainlukulista*`,
    lasts: `voimassa, voimassaolo*, voimassaoloaika*, on voimassa, voimassa vain, kelpaa,
      kelvollinen, vanhenee, vanhentuu, vanhentunut, vanhene, umpeutuu, umpeutunut, raukeaa,
      päättyy, päättyvät, lakkaa, lakkaa toimimasta, ei toimi enää, ei enää toimi, ei enää kelpaa,
      toimii, mitätöityy, mitätön, poistuu käytöstä, poistuu, katoaa, kuolee, tuhoutuu,
      käytettävissä, käytettävä, on käytettävä, voi käyttää, voit käyttää, syötettävä, kuluessa,
      sisällä, saakka, asti, mennessä, viimeistään, aikaa, sinulla on, teillä on, sulla on,
      aktiivinen, erääntyy, tunnin ajan, tunnin kuluessa, tunnin sisällä, tunnin kuluttua, tunnin
      päästä, tunnin verran, tunnin voimassa, ajan voimassa, aikaa käyttää, aikaa syöttää, jälkeen
      koodi, asti voimassa, saakka voimassa, sinulla on aikaa, on aikaa`,
    waits: `uusi koodi, uuden koodin, uutta koodia, pyydä uusi*, pyytää uuden, tilata uuden, tilaa
      uusi koodi, lähetä uudelleen, lähettää uudelleen, uudelleenlähet*, lähetetään uudelleen, yritä
      uudelleen, yrittää uudelleen, kokeile uudelleen, seuraava yritys, lukittu, lukitaan, lukittuu,
      lukkiutuu, lukitus, lukossa, estetty, estetään, jäädytetään, jäädytetty, suljetaan, odota,
      odottaa, odotettava, väärä yritys, väärää yritystä, virheellist*, epäonnistunu*, luotettu
      laite, luotettava laite, luota tähän laitteeseen, muista tämä laite, muista minut, muistetaan,
      muistamme, pysy kirjautuneena, pysyt kirjautuneena, kirjautuneena, istunto*, kirjataan ulos,
      emme kysy, ei kysytä, välein, voi kestää, saattaa kestää, ei saapunut, et saanut, roskaposti*,
      arkipäiv*, toimistoaika*, vastaamme, vastausaika*, palaamme, poistetaan, kokeilujakso*, linkki
      on voimassa, linkki vanhenee, linkki toimii, minuuttia sitten, tuntia sitten, sekuntia sitten,
      minuutti sitten, tunti sitten`,
    secret: `älä jaa, älä anna, älä kerro, älä luovuta, älä lähetä, älä näytä, älä paljasta, älkää
      jakako, älkää antako, älkää kertoko, kenellekään, kenenkään kanssa, ulkopuolisille, emme
      koskaan kysy, emme kysy, ei koskaan kysy, emme koskaan pyydä, emme pyydä, ei koskaan pyydä,
      pidä salassa, pidä koodi, luottamuksellinen`,
    ignore: `jos et ole pyytänyt, jos et pyytänyt, jos et ole tilannut, jos et tilannut, jos et
      yrittänyt, jos et itse, jos et ole itse, et pyytänyt, et ole pyytänyt, ette pyytänyt, ette ole
      pyytänyt, etkö pyytänyt, et yrittänyt, jos et tehnyt, jos et rekisteröitynyt, jos se et ollut
      sinä, se et ollut sinä, et ollut sinä, etkö se ollut sinä, jos et tunnista, jos tämä ei, voit
      jättää, jätä tämä viesti huomiotta, jättää viestin huomiotta, huomiotta, huomioimatta, voit
      ohittaa, ohita tämä, unohda tämä viesti, toimenpiteitä ei tarvita, sinun ei tarvitse tehdä, ei
      edellytä, vahingossa, joku muu`,
    order: `tilauksesi, tilausvahvistus*, tilauksen vahvistus, tilaus vahvistettu, tilaus
      vastaanotettu, kiitos tilauksestasi, kiitos tilauksesta, kiitos ostoksestasi, lähetetty,
      lähetyksesi, paketti*, pakettisi, toimitus*, toimitettu, toimitetaan, toimitusosoite*,
      kuljetus*, noudettavissa, noutopiste*, noutoilmoitus*, seuraa lähetystä, seuraa pakettia,
      varaus*, varausvahvistus*, varauksesi, matkasi, lentosi, liput, lippusi, lippuja, matkalippu*,
      tarkastuskortti*, hotelli*, majoitus*, ajanvaraus*, aikasi, palautuspyyntö*, ostoksesi,
      ostoskori, pöytävaraus*, resepti*, vuokraus*`,
    money: `lasku*, laskusi, e lasku*, verkkolasku*, eräpäivä*, erääntyy, maksettava*, maksettu,
      maksusi, maksun, maksut, maksumuistutus*, maksuhuomautus*, maksutapa*, tiliote*,
      tilitapahtum*, luottokort*, pankkikort*, maksukort*, korttiosto*, kortillasi, kortiltasi,
      veloitettu, veloitet*, veloitus*, hyvitys*, hyvitetty, palautettu tilillesi, tilisiirto*,
      siirretty, talletus*, käteisnosto*, käteisautomaatti, palkka*, palkkalaskelma*, palkkakuitti*,
      verotus*, arvonlisävero*, alv, kuitti*, kuittisi, laina*, lyhennys*, perintä*,
      viivästysmaksu*, muistutusmaksu*, osinko*, osake*, rahasto*, vakuutusmaksu*, suoraveloitus*,
      tilausmaksu*, sähkölasku*`,
    news: `uutiskirje*, uutiskirjeen, viikkokirje*, tällä viikolla, viikottain, viikoittain,
      kuukausikirje*, tässä numerossa, lue lisää, lue koko, jatka lukemista, avaa selaimessa, katso
      selaimessa, näytä selaimessa, uutiset, uutisia, artikkeli*, blogi*, haastattelu*, kolumni*,
      pääkirjoitus*, podcast*, jakso*, toimitukselta, päätoimittaja*, nostot, poimintoja,
      lukijoille*, tilaajille*, hyviä lukuhetkiä, ajankohtaista`,
    offer: `tarjous*, tarjoukset, tarjoukse*, alennus*, alennukse*, alessa, alesta, säästä, säästät,
      osta nyt, tilaa nyt, ostoksille, ilmainen toimitus, toimitus kaupan päälle, maksuton toimitus,
      viimeinen mahdollisuus, viimeiset päivät, vain tänään, vain tämän viikon, vain sinulle,
      jäsenetu*, etusi, kanta asiakas*, lahjan kaupan päälle, kuponki*, älä missaa, ilmaiseksi,
      ilmainen, uutuudet, uutuus*, mallisto*, black friday, loppuunmyynti*, rajoitettu erä, niin
      kauan kuin tavaraa, kilpailu*, arvonta*, kokeile ilmaiseksi, premium*`,
    support: `tukipyyntö*, tukipyyn*, palvelupyyn*, asiakaspalvelu*, asiakastuki*, tekninen tuki,
      tukitiimi*, yhteydenotto*, yhteydenotostasi, kiitos viestistäsi, kiitos yhteydenotosta*,
      viestisi on vastaanotettu, kysymykse*, kysymykseesi, reklamaatio*, valitus*, ongelma*,
      ongelmasi, selvitämme, ratkaistu, suljettu tiketti, tiketti*, pahoittelemme, pahoittelut,
      vastaa tämän rivin, tämän viivan yläpuolelle, kuinka onnistuimme, palaute*, anna palautetta,
      kuvakaappaus*, terveisin asiakaspalvelu`,
    notice: `uusi kirjautuminen, uudella laitteella, uudelta laitteelta, uusi laite,
      turvallisuusilmoitus*, tietoturva*, tietoturvailmoitus*, epätavallinen, epäilyttävä*,
      salasanasi on vaihdettu, salasanasi vaihdettiin, salasana vaihdettu, muistutus*, hälytys*,
      varoitus*, kommentoi, mainitsi sinut, merkitsi sinut, tykkäsi, seuraa sinua, kaveripyyntö*,
      viesti sinulle, uusi viesti, uusia viestejä, lukemat*, kutsui sinut, lisäsi sinut, päivitetty,
      päivitys*, päivitämme, käyttöehdot*, käyttöehto*, tietosuoja*, tietosuojaseloste*,
      huoltokatko*, huolto*, käyttökatko*, häiriö*, epäonnistui, valmistui, tallennustila*,
      varmuuskopio*, raportti*, syntymäpäivä*, wilma, vanhempainilta*, äänestys*, sertifikaatti*,
      tilisi, profiilisi, sähkökatko*, vesikatko*, turvailmoitus*, ilmoitukset`,
    second: `sekunti*, sekunnin, sekunnissa, sekunteja, sek`,
    minute: `minuutti*, minuutin, minuutissa, minuuttia, minuuttien, min, puoli tuntia=30, puolen
      tunnin=30, puolessa tunnissa=30, puolituntinen=30, puolentoista tunnin=90, puolitoista
      tuntia=90, vartti=15, vartin=15, vartissa=15, varttia=15, neljännestun*=15, kolme varttia=45,
      kolmen vartin=45`,
    hour: `tunti, tuntia, tunnin, tunnissa, tuntien, tunniksi, tunneissa, seuraavan tunnin=1, tunnin
      ajan=1, tunnin kuluessa=1, tunnin sisällä=1, tunnin kuluttua=1, tunnin päästä=1, tunnin
      verran=1, tunnin voimassa=1, vuorokausi=24, vuorokauden=24, vuorokautta, vuorokaudessa=24,
      puoli vuorokautta=12, vrk`,
    day: `päivä, päivää, päivän, päivässä, päivien, päiväksi, pv, arkipäivää`,
    week: `viikko, viikkoa, viikon, viikossa, vk, viikoksi`,
  },
  numbers: `yksi=1, yhden=1, kaksi=2, kahden=2, kolme=3, kolmen=3, neljä=4, neljän=4, viisi=5,
    viiden=5, kuusi=6, kuuden=6, seitsemän=7, kahdeksan=8, yhdeksän=9, kymmenen=10, yksitoista=11,
    kaksitoista=12, kahdentoista=12, kolmetoista=13, neljätoista=14, viisitoista=15,
    viidentoista=15, kuusitoista=16, seitsemäntoista=17, kahdeksantoista=18, yhdeksäntoista=19,
    kaksikymmentä=20, kahdenkymmenen=20, kaksikymmentäneljä=24, kahdenkymmenenneljän=24,
    kaksikymmentäviisi=25, kolmekymmentä=30, kolmenkymmenen=30, neljäkymmentä=40,
    neljäkymmentäviisi=45, neljänkymmenenviiden=45, neljäkymmentäkahdeksan=48, viisikymmentä=50,
    kuusikymmentä=60, kuudenkymmenen=60, seitsemänkymmentäkaksi=72, yhdeksänkymmentä=90,
    yhdeksänkymmenen=90`,
  months: `tammi*, helmi*, maalis*, huhti*, touko*, kesä*, heinä*, elo*, syys*, loka*, marras*,
    joulu*`,
};

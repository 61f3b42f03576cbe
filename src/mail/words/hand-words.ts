/**
 * Where a number is used by hand or told face to face, and proves no account: doors, gates, lockers, key
 * boxes, machines that hand out parcels, counters, couriers. Beginnings of words.
 */
export const HAND_WORDS = `
  waiting room, audio guide, audioguide, the guard, ticket machine, check in machine, at the gate, at the counter, at the desk, self service terminal, fuel pump,
  wartezimmer, wartebereich, pförtner, an der pforte, kiosk, terminal im, terminal am, an der tür,
  salle d attente, la borne, une borne, vigile, à l entrée, au clavier de la porte, sala de espera, vigilante, en la entrada, conserje, en el portal, totem, tótem, portaria, porteiro, teclado da porta, na entrada, recepção,
  sala d attesa, portineria, portinaio, all ingresso, al cancello, wachtkamer, de zuil, portier, sleutelkastje, aan de deur, poczekaln, biletomat, na portierni, skrzynce na klucz, kiosku,
  bekleme salonu, kapıda, resepsiyon, регистратур, на вахте, охранник, на двери, стойке, терминале, реєстратур, охорон, на дверях, терміналі,
  受付の機械, 受付機, 待合, 玄関, 改札, ドアの, 受付で, レジで, 접수대, 접수기, 대기실, 키오스크, 현관, 출입문, 창구, 매장에서, 候诊, 候診, 柜台, 櫃台, 櫃檯, 门口, 門口, 门禁, 門禁, 前台, 取货, 取貨, 到店, 自提,
  غرفة الانتظار, عند المدخل, الاستقبال, عند الباب, عند الصندوق, حارس, בדלפק, בקופה, שומר, रिसेप्शन, काउंटर, दरवाज़े, दरवाजे, गेट पर, ở quầy, vào máy ở, cửa nhà,
  เคาน์เตอร์, ที่ประตู, พนักงานต้อนรับ, หน้าประตู, satpam, di pintu, pintu masuk, ruang tunggu, väntrum, receptionen, på dörren,
  the door, front door, entry door, side door, street door, main entrance, side entrance, the gate, front gate, side gate, car park, parking gate, barrier, turnstile, locker, lockbox, lock box, key box, key safe, keysafe, keypad by, keypad at, keypad beside, keypad next to, keypad on the door, keypad of, padlock, bike shed, compartment, pickup machine, collection machine,
  die tür, der tür, eingangstür, haustür, hoftor, garagentor, hintertür, nebentür, schließfach, paketfach, paketstation, abholstation, abholautomat, abholfach, schlüsselkasten, schlüsselkästchen, schlüsselbox, schlüsselsafe, schlüsseltresor, vorhängeschloss, zahlenschloss, schranke, tastenfeld, drehkreuz, fahrradkeller, tiefgarage,
  la porte, porte d entrée, porte cochère, portail, portillon, hall d entrée, casier, consigne automatique, consigne n, la consigne, une consigne, boîte à clé, boîte à clés, boite à clé, coffre à clé, cadenas, barrière, digicode, local à vélo, local vélo,
  la puerta, puerta de, portón, verja, casillero, taquilla, consigna, candado, caja de llaves, cajetín, barrera, torniquete, garaje,
  a porta, da porta, portão, cacifo, armário, cadeado, catraca, cofre de chaves, caixa de chaves, garagem,
  la porta, il portone, portone, cancello, cancelletto, armadietto, lucchetto, cassetta delle chiavi, cassettina, sbarra, tornello, distributore automatico,
  de deur, voordeur, buitendeur, toegangsdeur, achterdeur, de poort, toegangspoort, kluisje, sleutelkluis, sleutelkast, hangslot, cijferslot, slagboom, fietsenstalling, afhaalautomaat, op de automaat, pakketautomaat, pakketkluis,
  drzwi, brama, bramy, bramę, bramie, furtk, skrytk, skrytce, szafk, paczkomat, automacie, kłódk, szlaban, domofon, wejścia do, klatki schod, klatkę schod, rowerowni,
  giriş kapısı, bina kapısı, dış kapı, apartman kapısı, site kapısı, otopark kapısı, kapıyı açmak, bariyer, dolabı, dolabın, kilitli dolap, asma kilit, turnike, anahtar kutusu, otopark,
  cửa sảnh, cửa chính, cửa ra vào, cửa phòng, cửa toà, cửa tòa, cửa căn hộ, khoá cửa, khóa cửa, mở cửa, cánh cổng, cổng chính, cổng ra vào, tủ khóa, tủ khoá, ngăn tủ, ổ khóa, ổ khoá, tủ đồ,
  pintu masuk, pintu depan, pintu utama, pintu kamar, pintu gerbang, pintu rumah, membuka pintu, gerbang depan, gerbang utama, gerbang parkir, loker, gembok, portal parkir, palang, kotak kunci,
  dörren, ytterdörr, porten, portkod, grinden, grind, boxens, luckan, skåpet, hänglås, nyckelbox, nyckelskåp, bommen, cykelrum, utlämningsbox,
  døren, hoveddøren, yderdør, porten, lågen, pakkeboks, skabet, hængelås, nøgleboks, bommen, cykelkælder, ytterdør, inngangsdør, nøkkelboks, nøkkelskap, skapet, luken, hengelås, sykkelbod,
  ulko-ovi, ulko ovi, alaovi, oven, portti, portin, lokero, avainkotelo, avainsäilö, munalukko, riippuluk, puomi,
  dveře, dveří, vchod, vchodu, vjezdov, branka, branku, výdejní box, výdejním boxu, skříňk, zámek, zámku, závor, kolárn,
  ușa de, ușii, poarta, porții, poartă, barier, dulap, lacăt, cutia de chei,
  ajtó, kapukód, kapuhoz, kapunál, kapun, szekrény, rekesz, lakat, sorompó, kulcsszéf, kulcstartó, csomagautomat,
  дверь, двери, дверей, ворот, калитк, домофон, подъезд, шлагбаум, ячейк, постамат, замок, замка, ключниц, двері, дверей, хвіртк, під їзд, під'їзд, комірк, поштомат, вратата, входната, πόρτα, πύλη, θυρίδα, λουκέτο,
  הדלת, השער, לוקר, מנעול, باب المبنى, باب الشقة, فتح الباب, صندوق المفاتيح,
  handing it over, hand it over to you, the courier, your courier, the driver, your driver, delivery person, the cashier, the till, the counter, front desk, box office, the pharmacy, the receptionist, the usher, check in desk,
  zusteller, dem fahrer, der fahrerin, dem boten, dem kurier, an der kasse, in der apotheke, am schalter, am empfang, an der rezeption, an der theke,
  livreur, coursier, au chauffeur, à la caisse, en caisse, en pharmacie, à la pharmacie, pharmacien, au guichet, à l accueil, au comptoir,
  repartidor, al mensajero, al conductor, en caja, en la farmacia, en taquilla, en ventanilla, en recepción, en el mostrador, al cajero de la tienda,
  entregador, ao motorista, ao estafeta, no balcão, na farmácia, na bilheteira, na bilheteria, na recepção, na receção,
  corriere, fattorino, al rider, alla cassa, in farmacia, farmacista, in biglietteria, alla reception, al banco,
  bezorger, aan de koerier, de chauffeur, aan de balie, bij de balie, aan de kassa, bij de kassa, bij de apotheek, in de apotheek,
  kurierowi, dostawcy, kierowcy, w aptece, farmaceu, przy kasie, w kasie, w okienku pocz, w okienku kas, w recepcji, w rejestracji,
  kuryeye, kuryemize, sürücüye, eczanede, eczacı, kasada, kasiyer, gişede, resepsiyonda, danışmada,
  tài xế, người giao, nhân viên giao hàng, tại quầy, nhà thuốc, lễ tân, kurir, pengemudi, di kasir, kepada kasir, di loket, di apotek, resepsionis,
  budet, chauffören, föraren, i kassan, på apoteket, i receptionen, chaufføren, ved kassen, i kassen, på apoteket, i resepsjonen, sjåføren, budbilen,
  kuljettajalle, kuriirille, kassalla, apteekissa, vastaanotossa, kurýrovi, řidiči, na pokladně, v lékárně, na recepci, curierului, șoferului, la casă, la farmacie, la recepție,
  a futárnak, futárnak, a sofőrnek, a pénztárnál, a gyógyszertárban, gyógyszertár, a recepción`;

/** What one waits with for one's turn. Beginnings of words. */
export const QUEUE_WORDS = `
  queue number, place in the queue, number in the queue, your turn, wartenummer, aufrufnummer, numéro de passage, file d attente, número de turno, tu turno, su turno, senha de atendimento, número da fila, numero di turno, numeretto, volgnummer, wachtrij, w kolejce, kolejk, numerek,
  sıra numara, sıranız, номер в очереди, вашей очеред, электронной очеред, талон, у черзі, в черзі, електронн черг, 整理券, 診察券番号, 順番の番号, 대기 번호, 대기번호, 접수 번호, 접수번호, 取号, 取號, 排队, 排隊, 叫号, 叫號, 病历号, 病歷號, 挂号, 掛號,
  رقمك في الدور, دورك, מספר התור, התור שלכם, बारी, टोकन नंबर, कतार, số thứ tự, xếp hàng, หมายเลขคิว, เลขคิว, antrean, antrian, könummer, kölapp, kønummer, vuoronumero, pořadové číslo, număr de ordine, sorszám`;

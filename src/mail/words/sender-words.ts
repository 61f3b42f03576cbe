/**
 * Words of the local part of an address that say what its mail is about, in all languages as
 * addresses write them: without accents, in Latin letters. `word*` matches every ending.
 */
export const SENDER_WORDS = {
  /** Nobody reads what is sent there. */
  robot: `no, noreply, donotreply, nepasrepondre, norespond*, noresponda, naoresponda, nao, responder, ikkesvar, ikke, svar,
    keineantwort, mailer*, postmaster, daemon, bounce*, system*, sistema, robot, bot, robo, auto*, admin*, webmaster,
    notify*, notif*, alert*, avis*, avviso, avvisi, aviso*, aviser*, meldung*, mitteilung*, melding*, bildirim, powiadom*, thongbao,
    pemberitahuan, app, my, id, idm, account*, konto*, kont, cuenta*, conta, contas, compte*, conto, hesap, rekening, akun, taikhoan,
    login, signin, logowanie, giris, accesso, acceso, acces, access, belepes, prihlas*, kirjaut*, dangnhap, vhid, vhod, masuk, auth*, otp, verify*,
    verif*, code*, kod*, pin, 3ds, sso, ident*, identita, security, secure, sicherheit, seguridad, seguranca, securite, sicurezza, sakerhet,
    guvenlik, bezpieczenstwo, bezopasnost, keamanan, baomat, guard, info, informacion, informac*, bilgi, hello, hallo, hola, ola, ciao, hoi,
    hej, hei, ahoj, bonjour, hi, hey, halo, merhaba, welcome, willkommen, welkom, bienven*, benvenut*, valkommen, witamy, team, crew, equipe, equipo,
    office, biuro, board, bbs, forum, portal, community, club, vault, device, family, event*, post, mail, brief, letter, cs, edm, ykt, vip, hr,
    registr*, signup, setup, member*, mitglied*, user*, customer*, client*, kunde, kunden, klient*, bezpeka, bezpechnost, sigurnost, zabezpec*, uvedom*, povidom*, spovishch*, upozorn*, oznamen*, izvest*, napomin*, nahad*, prihlaseni, overeni, podtver*, pidtver*, potvrzen*, potwierdz*, weryfik*, rejestrac*, aktywac*, robotu, nieodpowiadaj, neodpovidejte, neotvechat, nevidpovidaty, dobro, privet, pryvit, zdravej, czesc, buh, uprava, gov, city, school, schule,
    escola, escuela, shop, store, tienda, loja, negozio, sklep, boutique, game*, play, feedback, survey, umfrage, contact, contacto,
    contato, contatto, kontakt, service*, update*, status, cloud, dev, git, ci, build, ops, rsv, tv, cafe`,
  transactional: `order*, bestell*, pedido*, commande*, ordin*, siparis*, zamow*, zakaz*, zakupy, kasa, kvytk*, bilet*, poruch*, porach*, prodaj*, prodazh*, zapis*, zapys*, registratura, priem, pryiom, wizyt*, rejestracja, rezerwac*, bronir*, bronyu*, broniuvan*, podorozh*, podroz*, kurier*, kuryer*, wysylk*, dostaw*, zasilk*, balik*, vydejna, doprava, pratk*, kolet*, paczk*, przesylk*, encomenda*, rendeles*, tilauk*, tilaukset, objednav*,
    bestilling*, dathang, donhang, pesanan, ship*, versand, delivery, deliver*, liefer*, envio*, envios, livraison*, spediz*, kargo, paket, dostavk*,
    levering*, leverans*, tracking, track, reserv*, reservations, booking*, buchung*, prenotaz*, rezerv*, bokning*, tixing, ticket*, tiket,
    biglietteria, billet*, billets, bilety, biljett*, voyage*, viajes, reise*, travel, trip*, cita, citas, termin*, installning*, installningar`,
  financial: `bill*, billing, invoice*, rechnung*, factur*, fatur*, fattur*, faktur*, faktury, rakhunok, rahunok, rahunky, schet, scheta, kvit, kvitanc*, ucet*, ucty, platb*, plateb*, vyuct*, vypis*, vypiska, vyplat*, oplat*, platezh*, platizh*, rozliczen*, wyplat*, kadry, ksiegow*, zarplata, nalog*, podatk*, smetk*, plashtan*, banka, ekasa, rachun*, finans*, szamla*, facture*, receipt*, ricevut*,
    recibo*, kvitto, kvittering*, beleg*, pay*, payment*, payout*, zahlung*, pago*, pagament*, paiement*, platn*, odeme, oplata, betal*, bollett*,
    ekstre, statement*, kontoauszug*, extrato*, ebill, ebank, bank*, card*, karte*, tarjeta*, finance, finanz*, lon, payroll, tax, steuer*,
    tagihan, hoadon, pret, credit*, kredit*`,
  newsletter: `news*, newsletter*, bulten, bulletin*, boletin*, boletim, weekly, daily, digest, redakt*, redakcja, redakce, redakcij*, redakcia, rassylka, rozsylka, novosti, novyny, novini, noviny, lyst, pismo, pisma, byuletin, byulet*, vypusk, chasopys, zhurnal, spisani*, zpravodaj, tydenik, tygodnik, gazet*, redazione, redacc*, redac*, editor*, morgonbrev,
    nyheter, nyhetsbrev, nieuwsbrief, chytach, prenumerata, biuletyn, letter, journal, magazin*, mag, nashra, lettre, carta*, blog, sampadak, banbientap`,
  marketing: `offer*, offre*, oferta*, ofertas, angebot*, aanbieding*, erbjud*, tilbud*, promo*, deal*, sale*, marketing, znyzhk*, znizhk*, skidk*, skydk*, akciya, akcii, aktsi*, akce, akcja, rabat*, znizk*, promocj*, okazj*, otstapk*, namalen*, slev*, nabidk*, vyhod*, rasprodazh*,
    khuyenmai, indirim*, kampan*, campaign*, misaha, idkun, premio, aktion*, edm`,
  support: `help*, helpdesk, hilfe, support*, soporte, suporte, supporto, apoio, ayuda, ajuda, aide, aiuto, pomoc*, pidtrymka, podderzhka, poddrazhka, poddruzhka, dopomoha, pomoshch*, pomosht, zabota, zhaloby, wsparcie, obsluga*, reklamac*, serwis, zgloszen*, zakaznick*, pece, servis, obrashchen*, destek, hulp,
    hjalp, hjaelp, bantuan, hotro, care, kundservice, kundenservice, kundeservice, klantenservice, atencion, assist*, asistenc*, sav, kefu, ticket, desk,
    ugyfelszolgalat, podpora, tuki, asiakaspalvelu, suport, seller`,
} as const;

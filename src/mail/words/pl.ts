import type { Words } from './words.js';

/** Polish. */
export const pl: Words = {
  language: 'pl',
  terms: {
    code: `kod weryfikacyjny, kodu weryfikacyjnego, kodem weryfikacyjnym, kody weryfikacyjne, kod bezpieczeństwa, kodu bezpieczeństwa, kod potwierdzający, kodu potwierdzającego, kod potwierdzenia, kod dostępu, kodu dostępu, kod logowania, kod do logowania, kod autoryzacyjny, kodu autoryzacyjnego, kod autoryzacji, kod uwierzytelniający, kodu uwierzytelniającego, kod uwierzytelniania, kod jednorazowy, kodu jednorazowego, jednorazowy kod, jednorazowego kodu, hasło jednorazowe, jednorazowe hasło, hasła jednorazowego, hasło tymczasowe, tymczasowe hasło, kod tymczasowy, kod aktywacyjny, kodu aktywacyjnego, kod aktywacji, kod sms, kod otp, kod pin, kod rejestracyjny, kod rejestracji, 6 cyfrowy kod, sześciocyfrowy kod, sześciocyfrowego kodu, 4 cyfrowy kod, czterocyfrowy kod, kod resetowania, kod płatności, kod urządzenia, twój kod, wpisz kod, wprowadź kod, podaj kod, użyj kodu, następujący kod, poniższy kod`,
    maybeCode: `kod, kodu, kodem, kody, kodów, kodzie, pin, token`,
    otherCode: `kod rabatowy, kodu rabatowego, kodem rabatowym, kod promocyjny, kodu promocyjnego, kupon*, kod zniżkowy, karta podarunkowa, bon, kod polecający, kod zaproszenia, kod błędu, kod pocztowy, numer kierunkowy, kierunkowy, kod kreskowy, kod qr, kod odbioru, kodu odbioru, kod rezerwacji, kod źródłowy, kod koloru, kod produktu, kod swift, kod śledzenia, kod do furtki`,
    number: `numer zamówienia, numerze zamówienia, nr zamówienia, zamówienie, zamówienia, zamówieniu, faktura*, fakturę, numer faktury, nr faktury, numer klienta, nr klienta, numer referencyjny, referencja, numer zgłoszenia, zgłoszenie, zgłoszenia, sprawa, numer sprawy, numer biletu, bilet, numer rezerwacji, rezerwacja, rezerwacji, numer przesyłki, przesyłka, przesyłki, paczka, paczki, numer śledzenia, numer listu, umowa, umowy, numer umowy, polisa, numer konta, konto nr, numer seryjny, numer karty, nip, regon, krs, pesel, iban, telefon*, tel, kom, fax, infolinia, zadzwoń, lot, numer lotu, miejsce, pokój, ul, ulica, skrytka, kończąca się na, kończącej się na, zakończona, kwota, suma, razem, cena, ilość, wersja, strona, numer, nr, punkty, punktów, od, peron, wagon`,
    verify: `zweryfikuj*, weryfikacja, weryfikacji, weryfikacyjn*, potwierdź, potwierdzić, potwierdzenie, potwierdzenia, aktywuj, aktywować, aktywacja, aktywacji, zatwierdź, potwierdź adres, potwierdź e mail, potwierdź adres e mail, aktywuj konto, dokończ rejestrację, zakończ rejestrację, przyjmij zaproszenie, potwierdź rejestrację, potwierdź subskrypcję`,
    signIn: `zaloguj*, zalogować, logowanie, logowania, logowaniu, link do logowania, magiczny link, próba logowania, próbę logowania`,
    reset: `zresetuj*, resetowanie, resetowania, reset hasła, resetuj hasło, nie pamiętasz hasła, zapomniałeś hasła, nowe hasło, zmień hasło, zmiana hasła, zmiany hasła, zmianę hasła, ustaw hasło, ustaw nowe hasło, odzyskaj hasło, odzyskiwanie hasła, odzyskiwanie konta`,
    unsubscribe: `wypisz się, wypisać się, wypisanie, anuluj subskrypcję, zrezygnuj, rezygnacja, zrezygnować, zarządzaj preferencjami, zarządzaj powiadomieniami, ustawienia powiadomień, nie chcesz otrzymywać`,
    backup: `kody zapasowe, kod zapasowy, kodów zapasowych, kody odzyskiwania, kod odzyskiwania, kody awaryjne, kody kopii zapasowej, klucz odzyskiwania`,
    lasts: `ważny, ważna, ważne, ważność, ważności, wygasa, wygaśnie, wygaśnięcia, traci ważność, straci ważność, przez, w ciągu, do godziny, do godz, do dnia, aktywny, obowiązuje`,
    waits: `poproś o nowy, nowy kod za, wyślij ponownie, ponownie za, ponowne wysłanie, spróbuj ponownie, zablokowan*, blokada, poczekaj, odczekaj, zaufane urządzenie, zaufaj, pozostań zalogowany, nie wyloguj`,
    secret: `nie udostępniaj, nie przekazuj, nie podawaj, nigdy nie udostępniaj, nigdy nie podawaj, nikomu, z nikim, nigdy nie poprosimy, poufny`,
    ignore: `nie prosiłeś, nie prosiłaś, to nie ty, nie ty, nie wysyłałeś, zignoruj, zignorować, nie inicjowałeś, nie zlecałeś, jeśli nie próbowałeś, jeżeli to nie`,
    order: `twoje zamówienie, zamówienie potwierdzone, potwierdzenie zamówienia, potwierdzenie złożenia, dziękujemy za zamówienie, dziękujemy za zakupy, wysłane, wysłano, wysyłka, w drodze, dostawa, dostawy, dostarczono, dostarczona, doręczenie, paczka, paczki, śledź, odbiór, gotowa do odbioru, potwierdzenie rezerwacji, twoja rezerwacja, podróż, karta pokładowa, wizyta, adres dostawy`,
    money: `faktura*, fakturę, faktury, płatność, płatności, zapłacono, opłacono, kwota, termin płatności, przelew*, polecenie zapłaty, obciążenie, obciążono, wyciąg*, karta kredytowa, zwrot środków, zwrot, uznanie, wezwanie do zapłaty, saldo, wypłata, wynagrodzenie, podatek, paragon, rachunek, transakcja, transakcji, zaległość`,
    news: `newsletter*, biuletyn, w tym tygodniu, tygodniowy, miesięczny, czytaj więcej, czytaj dalej, zobacz w przeglądarce, wyświetl w przeglądarce, aktualności, artykuł*, blog, wydanie, nowości`,
    offer: `oferta*, ofertę, oferty, rabat*, zniżka, zniżki, zniżkę, wyprzedaż, promocja, promocji, promocje, oszczędź, kup teraz, darmowa dostawa, ostatnia szansa, tylko dziś, tylko dzisiaj, ekskluzywn*, kupon, skorzystaj, gratis, prezent, okazja, okazje`,
    support: `twoje zgłoszenie, zgłoszenie, zgłoszenia, biuro obsługi, obsługa klienta, pomoc techniczna, wsparcie, konsultant, twoje zapytanie, reklamacja`,
    notice: `nowe logowanie, nowe urządzenie, alert bezpieczeństwa, ostrzeżenie, nietypowa aktywność, hasło zostało zmienione, powiadomienie, przypomnienie, skomentował*, wspomniał*, udostępnił*, zaprosił*, zaproszenie, zaktualizowano, zaktualizowane, regulamin, polityka prywatności, prace konserwacyjne, awaria`,
    second: `sekund*, sek`,
    minute: `minut, minuta, minuty, minutę, min, pół godziny=30, kwadrans=15, półtorej godziny=90`,
    hour: `godzina, godziny, godzinę, godzin, godz, h`,
    day: `dzień, dni, dnia, doba, doby`,
    week: `tydzień, tygodnie, tygodni`,
  },
  numbers: `jeden=1, jedną=1, jednej=1, dwie=2, dwa=2, trzy=3, cztery=4, pięć=5, sześć=6, siedem=7, osiem=8, dziewięć=9, dziesięć=10, dziesięciu=10, dwanaście=12, piętnaście=15, piętnastu=15, dwadzieścia=20, trzydzieści=30, trzydziestu=30, czterdzieści=40, sześćdziesiąt=60`,
  months: `sty*, lut*, mar*, kwi*, maj*, cze*, lip*, sie*, wrz*, paź*, lis*, gru*`,
};

import type { Words } from './words.js';

/** Indonesian, and Malay where it says the same. */
export const id: Words = {
  language: 'id',
  terms: {
    code: `kode verifikasi*, kode keamanan*, kode konfirmasi*, kode akses*, kode masuk*, kode login*, kode aktivasi*, kode autentikasi*, kode otentikasi*, kode otorisasi*, kode otp*, kode sekali pakai, kode satu kali, kata sandi sekali pakai, kata sandi satu kali, password sekali pakai, kata sandi sementara, kode sementara, kode sms, kode pin, kode registrasi, kode pendaftaran, kode rahasia, kode 6 digit, kode enam digit, kode 4 digit, 6 digit kode, kode validasi*, kode atur ulang, kode pembayaran otp, kode perangkat, kode anda, kode kamu, kodemu, masukkan kode, gunakan kode, kode berikut, kode di bawah, kod pengesahan, kod keselamatan, kod anda`,
    maybeCode: `kode, kodenya, kod, pin`,
    otherCode: `kode promo*, kode diskon, kode voucher*, voucher*, kupon*, kode kupon, kartu hadiah, kode referral, kode undangan, kode ajakan, kode kesalahan, kode error, kode pos, kode area, kode negara, kode batang, barcode, kode qr, kode booking, kode pemesanan, kode pengambilan, kode produk, kode warna, kode sumber, kode bank, kode swift, poskod`,
    number: `nomor pesanan, no pesanan, pesanan, nomor order, order, nomor faktur, faktur, nomor invoice, invoice, tagihan, nomor pelanggan, id pelanggan, nomor referensi, no referensi, referensi, nomor tiket, tiket, nomor kasus, nomor laporan, nomor pemesanan, nomor reservasi, reservasi, nomor resi, no resi, resi, nomor pelacakan, paket, nomor kontrak, nomor polis, nomor rekening, no rekening, rekening, nomor anggota, nomor seri, nomor kartu, kartu, berakhiran, berakhir dengan, diakhiri, 4 digit terakhir, npwp, nomor transaksi, id transaksi, telepon, telp, nomor telepon, nomor hp, no hp, hubungi, call center, faks, penerbangan, kursi, kamar, jalan, jl, jumlah, total, harga, kuantitas, versi, halaman, poin, nomor, no, tahun, sejak`,
    verify: `verifikasi, memverifikasi, konfirmasi, konfirmasikan, mengonfirmasi, aktifkan, aktivasi, mengaktifkan, verifikasi email, konfirmasi email, verifikasi akun, aktifkan akun, selesaikan pendaftaran, menyelesaikan pendaftaran, terima undangan, sahkan`,
    signIn: `masuk, login, log in, masuk ke, tautan masuk, link masuk, upaya masuk, percobaan masuk`,
    reset: `atur ulang kata sandi, reset kata sandi, reset password, mengatur ulang, lupa kata sandi, lupa password, kata sandi baru, ubah kata sandi, ganti kata sandi, ganti password, buat kata sandi, setel ulang`,
    unsubscribe: `berhenti berlangganan, berhenti langganan, batalkan langganan, kelola preferensi, preferensi email, pengaturan notifikasi, tidak ingin menerima`,
    backup: `kode cadangan, kode pemulihan, kode darurat, kunci pemulihan`,
    lasts: `berlaku, masa berlaku, kedaluwarsa, kadaluarsa, kadaluwarsa, dalam, dalam waktu, selama, hingga, sampai, sebelum, habis`,
    waits: `minta kode baru, meminta kode baru, kirim ulang, coba lagi, mencoba lagi, terkunci, dikunci, diblokir, tunggu, perangkat tepercaya, percayai perangkat, tetap masuk`,
    secret: `jangan bagikan, jangan berikan, jangan beritahukan, jangan memberitahukan, kepada siapa pun, kepada siapapun, dengan siapa pun, tidak pernah meminta, rahasia`,
    ignore: `tidak meminta, tidak merasa, bukan anda, bukan kamu, tidak melakukan, abaikan, harap abaikan, tidak mencoba`,
    order: `pesanan anda, pesananmu, konfirmasi pesanan, terima kasih telah berbelanja, terima kasih atas pesanan, dikirim, telah dikirim, pengiriman, dalam perjalanan, diantar, terkirim, paket, lacak, pemesanan dikonfirmasi, reservasi anda, perjalanan, boarding pass, janji temu, alamat pengiriman, siap diambil`,
    money: `faktur, tagihan, pembayaran, dibayar, lunas, jatuh tempo, kuitansi, struk, laporan rekening, kartu kredit, didebit, didebet, dikreditkan, transfer, pengembalian dana, refund, saldo, gaji, pajak, transaksi, penarikan, setoran, top up`,
    news: `buletin, newsletter, minggu ini, mingguan, bulanan, baca selengkapnya, baca lebih lanjut, lihat di browser, berita, artikel, blog, edisi`,
    offer: `promo, diskon, penawaran, hemat, beli sekarang, belanja sekarang, gratis ongkir, kesempatan terakhir, hanya hari ini, eksklusif, kupon, hadiah, gratis, cashback, obral`,
    support: `permintaan anda, tiket, layanan pelanggan, tim dukungan, dukungan, bantuan, keluhan, laporan anda`,
    notice: `login baru, perangkat baru, peringatan keamanan, aktivitas tidak biasa, aktivitas mencurigakan, kata sandi telah diubah, notifikasi, pemberitahuan, pengingat, mengomentari, menyebut anda, membagikan, mengundang, undangan, diperbarui, pembaruan, ketentuan layanan, kebijakan privasi, pemeliharaan, gangguan`,
    second: `detik`,
    minute: `menit, setengah jam=30, minit`,
    hour: `jam, sejam=1`,
    day: `hari, sehari=1`,
    week: `minggu, seminggu=1`,
  },
  numbers: `satu=1, dua=2, tiga=3, empat=4, lima=5, enam=6, tujuh=7, delapan=8, sembilan=9, sepuluh=10, lima belas=15, dua puluh=20, tiga puluh=30, enam puluh=60`,
  months: `jan*, feb*, mar*, apr*, mei, jun*, jul*, agu*, sep*, okt*, nov*, des*`,
};

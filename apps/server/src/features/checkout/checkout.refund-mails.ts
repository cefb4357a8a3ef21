/** What sellers and buyers are written about a request. Refunds themselves come with their note. */
interface Asked {
  titles: readonly string[]
  reason: string
  link: string
}

export function requestMail(
  language: 'en' | 'ms',
  { titles, reason, link }: Asked,
): { subject: string; body: string } {
  const courses = titles.join(', ')
  return language === 'ms'
    ? {
        subject: 'Pembeli meminta bayaran balik',
        body: `Helo\n\nSeorang pembeli meminta wang mereka kembali untuk ${courses}.\n\nSebab mereka:\n${reason}\n\nBayar balik atau tolak di sini:\n${link}`,
      }
    : {
        subject: 'A buyer asks for a refund',
        body: `Hello\n\nA buyer asks for their money back for ${courses}.\n\nTheir reason:\n${reason}\n\nRefund or decline it here:\n${link}`,
      }
}

export function declinedMail(
  language: 'en' | 'ms',
  { titles, reason, link }: Asked,
): { subject: string; body: string } {
  const courses = titles.join(', ')
  return language === 'ms'
    ? {
        subject: 'Permintaan bayaran balik anda ditolak',
        body: `Helo\n\nPenjual tidak membayar balik ${courses}.\n\nSebab mereka:\n${reason}\n\nKursus itu masih milik anda. Jika anda tidak bersetuju, hubungi kami dengan menyebut pembelian ini:\n${link}`,
      }
    : {
        subject: 'Your refund request was declined',
        body: `Hello\n\nThe seller does not refund ${courses}.\n\nTheir reason:\n${reason}\n\nThe course stays yours. If you do not agree, write to us and name this purchase:\n${link}`,
      }
}

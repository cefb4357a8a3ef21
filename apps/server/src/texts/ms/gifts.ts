import type { gifts as english } from '../en/gifts.ts'

const somebody = 'seseorang'

export const gifts: typeof english = {
  mail: ({ hello, from, courses, message, link, code, page }) => ({
    subject: `Hadiah untuk anda daripada ${from}`,
    body: [
      `${hello}`,
      `${from === somebody ? 'Seseorang' : from} telah menghadiahkan kursus berikut kepada anda di Apogee:\n${courses}${message === '' ? '' : `\n\n${message}`}`,
      `Buka hadiah anda:\n${link}`,
      `Atau masukkan kod ${code} di ${page}`,
      `Hadiah ini boleh ditebus sekali sahaja. Jika anda tidak menjangkakannya, abaikan e-mel ini: tiada apa-apa berlaku.`,
    ].join('\n\n'),
  }),
  somebody,
  more: (count) => `dan ${count} kursus lagi`,
  cardTitle: 'Kad hadiah',
  cardHeading: (name) => (name === '' ? 'Hadiah untuk anda' : `Hadiah untuk ${name}`),
  cardFrom: (name) => `Daripada ${name}`,
  cardCode: 'Kod anda',
  cardWay: 'Imbas kod ini, atau masukkan kod di',
  cardQr: 'Kod QR yang membuka hadiah',
}

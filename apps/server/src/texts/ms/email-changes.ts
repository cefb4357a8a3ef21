import type { emailChanges as english } from '../en/email-changes.ts'

export const emailChanges: typeof english = {
  newAddress: (link, days) => ({
    subject: 'Sahkan alamat e-mel baharu anda',
    body: `Helo\n\nSeseorang mahu menggunakan alamat e-mel ini untuk akaun Apogee mereka. Jika itu anda, sahkan alamat itu:\n${link}\n\nPautan ini sah selama ${days} hari. Jika itu bukan anda, abaikan e-mel ini: tiada apa-apa yang berubah.`,
  }),

  taken: (hello) => ({
    subject: 'Seseorang mahu menggunakan alamat e-mel anda',
    body: `${hello}\n\nSeseorang meminta untuk menggunakan alamat e-mel ini bagi akaun Apogee yang lain. Alamat ini sudah menjadi milik akaun anda, jadi tiada apa-apa yang berubah, dan kami tidak memberitahu mereka.\n\nJika itu anda, dan anda mahu menggunakan alamat ini untuk akaun yang lain itu, padamkan akaun ini dahulu.`,
  }),

  oldAddress: ({ hello, email, link, days }) => ({
    subject: 'Sahkan atau hentikan pertukaran alamat e-mel anda',
    body: `${hello}\n\nSeseorang yang telah log masuk ke akaun Apogee anda mahu menukar alamat e-melnya kepada ${email}. Sahkan pertukaran itu, atau hentikannya:\n${link}\n\nJika itu bukan anda, hentikannya dan tetapkan kata laluan baharu. Tanpa jawapan, pemegang akaun boleh menyelesaikan pertukaran itu selepas ${days} hari dengan langkah kedua log masuk.`,
  }),

  changed: ({ hello, email, link, days }) => ({
    subject: 'Alamat e-mel akaun Apogee anda telah ditukar',
    body: `${hello}\n\nAkaun Apogee anda kini mempunyai alamat ${email}. E-mel mengenainya tidak lagi dihantar ke sini.\n\nJika itu bukan anda, batalkan pertukaran itu dalam masa ${days} hari. Semua peranti akan dilog keluar dan anda boleh memilih kata laluan baharu. Batalkan pertukaran:\n${link}`,
  }),

  restored: (hello) => ({
    subject: 'Pertukaran alamat e-mel anda telah dibatalkan',
    body: `${hello}\n\nAkaun Apogee dengan alamat ini kembali kepada alamat lamanya: seseorang membatalkan pertukaran itu dari peti mel yang lama. Semua peranti telah dilog keluar, dan akaun itu memerlukan kata laluan baharu.`,
  }),
}

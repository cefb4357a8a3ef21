import type { accounts as english } from '../en/accounts.ts'

export const accounts: typeof english = {
  verification: (link) => ({
    subject: 'Sahkan alamat e-mel anda',
    body: `Helo\n\nAlamat e-mel ini telah digunakan untuk mendaftar di Apogee. Jika anda yang mendaftar, sahkan alamat itu:\n${link}\n\nPautan ini sah selama 3 hari. Jika anda tidak mendaftar di Apogee, abaikan e-mel ini: tiada apa-apa disahkan.`,
  }),

  linked: ({ name, keepsPassword, link }) => {
    const password = keepsPassword
      ? 'Kata laluan anda kekal seperti sedia ada.'
      : 'Akaun ini kini tidak mempunyai kata laluan; anda boleh menetapkannya bila-bila masa.'
    return {
      subject: `${name} telah ditambah pada akaun Apogee anda`,
      body: `Helo\n\nSeseorang baru sahaja log masuk ke akaun Apogee anda melalui ${name} buat kali pertama. Mulai sekarang, ${name} boleh digunakan untuk log masuk ke akaun ini. Semua peranti lain telah dilog keluar. ${password}\n\nJika bukan anda, lindungi akaun ${name} anda dahulu. Kemudian tetapkan kata laluan baharu:\n${link}`,
    }
  },

  reset: ({ hello, link }) => ({
    subject: 'Tetapkan semula kata laluan anda',
    body: `${hello}\n\nPilih kata laluan baharu untuk Apogee di sini:\n${link}\n\nPautan ini sah sekali sahaja, selama 1 jam. Jika anda tidak memintanya, abaikan e-mel ini: kata laluan anda kekal seperti sedia ada.`,
  }),

  passwordChanged: ({ hello, passkeys, link }) => ({
    subject: 'Kata laluan anda telah ditukar',
    body: `${hello}\n\nKata laluan akaun Apogee anda baru sahaja ditukar, dan peranti lain telah dilog keluar.${passkeys === 0 ? '' : `\n\nKunci laluan yang masih boleh digunakan untuk log masuk ke akaun anda: ${passkeys}. Lihat semuanya dalam Tetapan, di bawah Kunci laluan, dan alih keluar yang tidak anda kenali.`}\n\nJika bukan anda, tetapkan semula kata laluan sekarang:\n${link}`,
  }),

  wrongCodes: ({ hello, link }) => ({
    subject: 'Seseorang mungkin mengetahui kata laluan anda',
    body: `${hello}\n\nHari ini seseorang melepasi langkah pertama log masuk ke akaun Apogee anda, melalui kata laluan, Google atau GitHub, dan memasukkan kod yang salah untuk langkah kedua.\n\nJika itu bukan anda, lindungi akaun yang anda gunakan untuk log masuk. Kemudian tetapkan kata laluan baharu:\n${link}`,
  }),

  newDevice: ({ hello, when, device, address, isLast, most, passwordLink, sessionsLink }) => ({
    subject: 'Log masuk baharu ke akaun Apogee anda',
    body: `${hello}\n\nSeseorang baru sahaja log masuk ke akaun Apogee anda dalam pelayar yang tidak dikenali oleh akaun itu: tiada sesiapa pernah log masuk di situ, kukinya telah dipadam, atau kata laluan telah ditukar sejak itu.\n\nMasa: ${when} (waktu Malaysia)\nPeranti: ${device}\nAlamat rangkaian: ${address}\n\nJika itu anda, tiada apa-apa yang perlu dilakukan. Jika itu bukan anda, kata laluan baharu akan melog keluar semua peranti. Tetapkan kata laluan baharu:\n${passwordLink}\n\nTetapan menunjukkan tempat anda log masuk, dan boleh log keluar setiap peranti. Lihat peranti anda:\n${sessionsLink}${isLast ? `\n\nKami menghantar paling banyak ${most} e-mel seperti ini dalam 24 jam, dan ini yang terakhir. Tetapan menyenaraikan log masuk yang seterusnya.` : ''}`,
  }),
  dataExported: ({ hello, when, address, link }) => ({
    subject: 'Salinan data Apogee anda telah diminta',
    body: `${hello}\n\nSeseorang yang telah log masuk ke akaun Apogee anda meminta salinan data anda.\n\nMasa: ${when} (waktu Malaysia)\nAlamat rangkaian: ${address}\n\nJika itu anda, tiada apa-apa yang perlu dilakukan. Jika itu bukan anda, kata laluan baharu akan melog keluar semua peranti. Tetapkan kata laluan baharu:\n${link}`,
  }),
  deviceOn: (browser, system) => `${browser} pada ${system}`,
  unknownDevice: 'Peranti tidak dikenali',
  secondFactorDue: ({ stage, hello, dueAt, link }) => ({
    subject:
      stage === 'begins'
        ? 'Sediakan langkah kedua untuk log masuk anda'
        : 'Hari terakhir untuk menyediakan langkah kedua log masuk anda',
    body: `${hello}\n\nPeranan anda di Apogee membolehkan anda mengurus wang atau akaun orang lain. Kata laluan sahaja tidak cukup untuk melindunginya, jadi log masuk anda memerlukan langkah kedua: aplikasi pengesah atau kunci laluan.\n\nIa mengambil masa beberapa minit. Sediakannya sebelum ${dueAt}:\n${link}\n\nSelepas itu anda masih boleh log masuk, tetapi tiada apa-apa lagi yang dibuka sehingga langkah kedua disediakan.`,
  }),

  factorRemoval: ({ hello, takesEffectAt, link }) => ({
    subject: 'Langkah kedua anda akan dialih keluar',
    body: `${hello}\n\nDua pentadbir utama Apogee telah dimaklumkan bahawa anda kehilangan aplikasi pengesah, kod pemulihan dan kunci laluan anda. Pada ${takesEffectAt} semuanya dialih keluar daripada akaun anda, dan semua peranti dilog keluar. Selepas itu anda log masuk dengan kata laluan anda.\n\nJika anda tidak memintanya, seseorang mungkin cuba mengambil alih akaun anda. Kekalkan langkah kedua anda:\n${link}`,
  }),
}

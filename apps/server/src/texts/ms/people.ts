import type { people as english } from '../en/people.ts'

export const people: typeof english = {
  invitation: ({ inviter, place, where, asRole, link }) => ({
    subject: `Jemputan untuk menyertai ${place}`,
    body: `Helo\n\n${inviter} menjemput anda menyertai ${where} sebagai ${asRole}.\n\nBuka jemputan anda:\n${link}\n\nPautan ini sah selama 14 hari, untuk alamat e-mel ini sahaja. Jika anda tidak menjangkakannya, abaikan e-mel ini.`,
  }),

  leaving: ({ hello, day, link }) => ({
    subject: 'Akaun anda akan dipadam',
    body: `${hello}\n\nAkaun Apogee anda akan dipadam pada ${day}. Anda telah dilog keluar di semua peranti.\n\nJika anda berubah fikiran, atau bukan anda yang memintanya, log masuk sebelum hari itu untuk mengekalkan semuanya. Log masuk:\n${link}`,
  }),

  staying: ({ hello, link }) => ({
    subject: 'Akaun anda kekal',
    body: `${hello}\n\nAnda telah log masuk ke Apogee. Ini telah membatalkan pemadaman akaun anda, dan semua isinya kekal.\n\nJika bukan anda, tetapkan kata laluan baharu sekarang:\n${link}`,
  }),

  leftTeam: ({ hello, place, link }) => ({
    subject: `Anda tidak lagi dalam pasukan ${place}`,
    body: `${hello}\n\nSeorang pentadbir telah mengeluarkan anda daripada pasukan ${place}. Anda telah dilog keluar di semua peranti.\n\nAkaun anda, kursus yang anda sertai dan sijil anda kekal. Kursus yang anda buat untuk ${place} kekal di sana. Log masuk untuk terus belajar:\n${link}`,
  }),

  roles: { student: 'pelajar', instructor: 'pengajar', admin: 'pentadbir', superadmin: 'pentadbir utama' },
  on: 'di',
}

import type { Translation } from '#web/platform/language/messages.ts'
import type { requiredFactorMessages } from './required-factor.en.ts'

export const requiredFactor = {
  pageTitle: 'Sediakan langkah kedua untuk meneruskan',
  pageWhy: (day) =>
    `Peranan anda membolehkan anda mengurus wang atau akaun orang lain, jadi kata laluan sahaja tidak mencukupi. Masa untuk menyediakan langkah kedua berakhir pada ${day}.`,
  pageWhat:
    'Sediakan aplikasi pengesah atau kunci laluan di bawah. Tiada apa-apa dalam akaun anda hilang, dan halaman ini akan dibuka selepas itu.',
  pageReady: 'Langkah kedua anda telah disediakan.',
  pageContinue: 'Teruskan',

  notice: (day) => `Peranan anda memerlukan langkah kedua untuk log masuk. Sediakannya sebelum ${day}.`,
  noticeLabel: 'Langkah kedua',
  setUp: 'Sediakan sekarang',

  inDemo:
    'Dalam demo ini kata laluan sahaja sudah mencukupi. Pemasangan sebenar mewajibkan langkah kedua bagi pentadbir utama, pentadbir dan pengajar tanpa perniagaan.',
  required: 'Peranan anda mewajibkan langkah kedua: aplikasi ini, atau kunci laluan.',

  lackingTitle: 'Tanpa langkah kedua',
  lackingLead:
    'Peranan mereka mewajibkannya. Selepas hari yang ditunjukkan, akaun mereka hanya membuka penyediaannya.',
  lackingFailed: 'Senarai orang tanpa langkah kedua tidak dapat dimuatkan',
  lackingShown: (shown, total) => `${shown} daripada ${total}`,
  lackingMore: 'Tunjukkan lagi',
  dueBy: (day) => `Sehingga ${day}`,
  overdue: (day) => `Ditutup sejak ${day}`,
} satisfies Translation<typeof requiredFactorMessages>

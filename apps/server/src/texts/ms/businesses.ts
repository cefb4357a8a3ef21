import type { businesses as english } from '../en/businesses.ts'

export const businesses: typeof english = {
  contactCode: (code, minutes) => ({
    subject: 'Kod anda untuk pengesahan di Apogee',
    body: `Helo\n\nSeorang penjual di Apogee memasukkan alamat e-mel ini sebagai alamat mereka. Jika penjual itu ialah anda, masukkan kod ini di bawah “Pengesahan” di studio:\n\n${code}\n\nKod ini sah selama ${minutes} minit. Jika bukan anda, abaikan e-mel ini dan jangan beri kod ini kepada sesiapa.`,
  }),

  checkNames: {
    registration: 'Pendaftaran',
    bank: 'Akaun bank',
    contact: 'Perhubungan',
    documents: 'Dokumen',
  },

  checkReturned: ({ hello, check, reason, link }) => ({
    subject: 'Pengesahan anda di Apogee perlu diubah',
    body: [
      hello,
      `Apogee telah menyemak maklumat yang anda hantar untuk pengesahan, dan satu langkah perlu diubah: ${check}.`,
      ...(reason === null ? [] : [`Sebab: ${reason}`]),
      `Ubah maklumat itu, dan hantar semula untuk disemak:\n${link}/studio/business#verification-heading`,
    ].join('\n\n'),
  }),

  verified: ({ hello, link }) => ({
    subject: 'Pengesahan anda di Apogee telah selesai',
    body: [
      hello,
      'Apogee telah mengesahkan pendaftaran, akaun bank, perhubungan dan dokumen anda. Bayaran keluar anda tidak lagi menunggu pengesahan.',
      'Jika anda menukar nama di sisi undang-undang, nombor pendaftaran, akaun bank atau alamat e-mel, langkah itu disemak semula, dan bayaran keluar menunggu sehingga selesai.',
      `Penyata anda:\n${link}/admin/ledger`,
    ].join('\n\n'),
  }),
}

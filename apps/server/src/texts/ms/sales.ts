import type { sales as english } from '../en/sales.ts'

export const sales: typeof english = {
  refundRequest: ({ typed, link }) => {
    const wish = 'Seorang pembeli meminta bayaran balik'
    const about = typed ? `${wish} untuk ${typed.courses}.\n\nSebab mereka:\n${typed.why}` : `${wish}.`
    return {
      subject: 'Pembeli meminta bayaran balik',
      body: `Helo\n\n${about}\n\nBayar balik atau tolak di sini:\n${link}`,
    }
  },

  refundDeclined: ({ typed, link }) => {
    const about = typed
      ? `Penjual tidak membayar balik ${typed.courses}.\n\nSebab mereka:\n${typed.why}`
      : 'Penjual tidak membayar balik pembelian anda. Sebab mereka ada pada halaman pembelian itu.'
    return {
      subject: 'Permintaan bayaran balik anda ditolak',
      body: `Helo\n\n${about}\n\nKursus itu masih milik anda. Jika anda tidak bersetuju, hubungi kami dengan menyebut pembelian ini. Lihat pembelian:\n${link}`,
    }
  },
}

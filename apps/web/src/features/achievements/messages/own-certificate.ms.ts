import type { Translation } from '#web/platform/language/messages.ts'
import type { ownCertificateMessages } from './own-certificate.en.ts'

export const ownCertificate = {
  makePrivate: 'Jadikan peribadi',
  makePublic: 'Tunjukkan kepada sesiapa yang ada pautan',
  nowPrivate: 'Hanya anda boleh membuka sijil ini sekarang',
  nowPublic: 'Sesiapa yang ada pautan boleh membuka sijil ini sekarang',
  changeFailed: 'Sijil tidak dapat diubah',
  downloadPicture: 'Muat turun gambar',
  downloading: 'Memuat turun…',
  downloadFailed: 'Sijil tidak dapat dimuat turun',
} satisfies Translation<typeof ownCertificateMessages>

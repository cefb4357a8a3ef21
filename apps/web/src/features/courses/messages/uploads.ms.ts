import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { uploadsMessages } from './uploads.en.ts'

export const uploads = {
  uploads: 'Muat naik',
  summary: (open: number) =>
    open === 0 ? 'Semua fail telah dimuat naik' : `Memuat naik ${figure(open)} fail`,
  to: (module: string) => `ke ${module}`,
  for: (resource: string) => `menggantikan fail ${resource}`,
  progressOf: (name: string) => `Muat naik ${name}`,
  queued: 'Menunggu giliran',
  percent: (percent: number) => `${figure(percent)}% dimuat naik`,
  adding: 'Sedang menyemak fail',
  waiting: 'Menunggu rangkaian',
  failed: 'Muat naik gagal.',
  needsFile: 'Pilih fail yang sama untuk menyambung',
  chooseFor: (name: string) => `Pilih ${name} untuk menyambung`,
  anotherFile: (name: string) => `Ini fail lain. Pilih ${name} seperti asalnya.`,
  needsPassword: (name) => `${name} memerlukan kata laluan: pelajar akan diminta memasukkannya.`,
  done: 'Ditambah',
  replaced: 'Diganti',
  retry: 'Cuba lagi',
  retryOf: (name: string) => `Cuba lagi ${name}`,
  cancelOf: (name: string) => `Batalkan ${name}`,
  clear: 'Kosongkan yang selesai',
  showFiles: 'Tunjukkan fail',
  hideFiles: 'Sembunyikan fail',

  replace: 'Ganti fail…',
  replaceTitle: 'Ganti fail',
  replaceText: (title: string) =>
    `${title} mendapat fail lain. Tajuk, kedudukan, nota, soalan dan kemajuan pelajar dikekalkan.`,
  replaceVideo:
    'Video baharu disediakan semula dalam beberapa kualiti. Bab dikekalkan: semak sama ada masih sesuai.',
  replaceCaptions: (languages: string) =>
    `Kapsyen (${languages}) juga dikekalkan: gantikan jika masanya telah berubah.`,
  replaceAction: 'Muat naik dan ganti',
  newFile: 'Fail baharu',
  newVideoLimits: 'MP4 atau WebM, paling besar 2 GB',
  needVideo: 'Pilih video MP4 atau WebM',
  needDocument: 'Pilih dokumen PDF',

  uploadFiles: 'Muat naik fail',
  drop: (module: string) => `Lepaskan fail untuk menambahnya ke ${module}`,
  dropFirst: 'Lepaskan fail untuk menambahnya ke modul baharu',
  dropLimits: 'Video: MP4 atau WebM, paling besar 2 GB. Dokumen: PDF, paling besar 100 MB.',
  firstModule: 'Modul 1',
  firstModuleFailed: 'Modul tidak dapat ditambah. Sila cuba lagi.',
  fileUnsupported: (name: string) =>
    `${name}: Jenis fail tidak disokong. Hanya video MP4, WebM dan dokumen PDF dibenarkan.`,
  fileTooLarge: (name: string) => `${name}: Saiz fail melebihi had 100MB`,
  videoTooLarge: (name: string) => `${name}: Sesebuah video paling banyak 2 GB`,
} satisfies Translation<typeof uploadsMessages>

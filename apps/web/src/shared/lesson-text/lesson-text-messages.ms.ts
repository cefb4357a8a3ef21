import type { Translation } from '#web/platform/language/messages.ts'
import type { lessonTextMessages } from './lesson-text-messages.en.ts'

export const lessonText = {
  note: 'Nota',
  tip: 'Petua',
  warning: 'Amaran',
  file: 'Fail',
  fileNotHere: 'Fail ini dibuka apabila anda disambungkan.',
  videoNotHere: 'Video ini dimainkan apabila anda dalam talian.',
  copyCode: 'Salin kod',
  codeCopied: 'Kod telah disalin',
  copyFailed: 'Kod tidak dapat disalin. Pilih dan salin sendiri.',
  loadFailed: 'Teks tidak dapat dimuatkan',
  notOnDevice: 'Teks ini tiada pada peranti ini. Teks akan muncul apabila anda disambungkan semula.',
} satisfies Translation<typeof lessonTextMessages>

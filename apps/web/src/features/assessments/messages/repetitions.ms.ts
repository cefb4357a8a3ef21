import type { Translation } from '#web/platform/language/messages.ts'
import type { repetitionsMessages } from './repetitions.en.ts'
import { figure } from '#web/platform/language/numbers.ts'

export const repetitions = {
  title: 'Soalan untuk diulang',
  lead: 'Soalan kuiz yang anda jawab dengan salah, dan soalan selepas video, akan kembali selepas 1, 3, 7, 16 dan 35 hari. Jawapan yang salah bermula semula dari hari pertama.',
  learning: 'Pembelajaran saya',
  loadFailed: 'Soalan anda tidak dapat dimuatkan',
  questionOf: (place, count) => `Soalan ${place} daripada ${count}`,
  from: (assessment, course) => `${assessment}, ${course}`,
  chooseFirst: 'Pilih satu jawapan dahulu.',
  check: 'Semak jawapan',
  checking: 'Sedang disemak...',
  checkFailed: 'Jawapan anda tidak dapat disemak. Sila cuba lagi.',
  checkedLater: 'Jawapan ini disemak apabila sambungan kembali.',
  askedAgain: (date) => `Ditanya lagi pada ${date}.`,
  notAskedAgain: 'Anda telah menjawabnya dengan betul lima kali. Soalan ini tidak ditanya lagi.',
  next: 'Soalan seterusnya',
  finish: 'Selesai',
  done: 'Selesai buat masa ini',
  correctOf: (correct, count) => `${figure(correct)} daripada ${figure(count)} jawapan betul.`,
  savedOf: (count) =>
    `${figure(count)} jawapan disimpan pada peranti ini dan disemak apabila sambungan kembali.`,
  savedHere: 'Jawapan anda disimpan pada peranti ini dan disemak apabila sambungan kembali.',
  moreDue: (count) => `${figure(count)} soalan lagi menunggu.`,
  goOn: 'Teruskan',
  noneDue: 'Tiada soalan menunggu',
  nextDue: (date) => `Soalan seterusnya pada ${date}.`,
  noneWaits:
    'Soalan kuiz atau soalan selepas video yang anda jawab dengan salah muncul di sini pada keesokan harinya.',
  due: (count) => `${figure(count)} soalan menunggu untuk diulang`,
} satisfies Translation<typeof repetitionsMessages>

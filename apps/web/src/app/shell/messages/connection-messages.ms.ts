import type { Translation } from '#web/platform/language/messages.ts'
import type { connectionMessages } from './connection-messages.en.ts'

export const connection = {
  lost: 'Tiada sambungan. Halaman ini kekal terbuka; yang lain dimuatkan apabila sambungan pulih.',
  kept: (date: string) =>
    `Luar talian: kursus ini seperti pada ${date}. Video yang tidak disimpan pada peranti ini memerlukan sambungan.`,
  keptQuiz: 'Luar talian: jawapan anda disimpan pada peranti ini dan dihantar apabila sambungan pulih.',
  back: 'Sambungan sudah pulih.',
  keepsNothing:
    'Pelayar anda tidak menyimpan data bagi laman ini, jadi anda dilog keluar dan troli anda kosong selepas setiap muat semula. Benarkan kuki dan data laman bagi laman ini dalam tetapan pelayar anda.',
  keepsNoSession:
    'Pelayar anda tidak menyimpan data bagi laman ini. Anda akan dilog keluar dan troli anda dikosongkan apabila halaman ini dimuat semula atau ditutup. Benarkan kuki dan data laman bagi laman ini dalam tetapan pelayar anda.',
  refused: (count: number) => `${count} perkara yang anda buat tanpa sambungan tidak dapat disimpan.`,
  showRefused: 'Lihat yang tidak disimpan',
} satisfies Translation<typeof connectionMessages>

import type { goals as english } from '../en/goals.ts'

export const goals: typeof english = {
  calendar: (url) => ({
    name: 'Belajar di Apogee',
    summary: 'Belajar di Apogee',
    description: `Teruskan dari tempat anda berhenti: ${url}`,
  }),

  reminder: ({ hello, course, lesson, link, stopLink, restartLink, ...progress }) => ({
    subject: `Hari belajar anda: ${course}`,
    body: [
      hello,
      `Hari ini ialah salah satu hari anda mahu belajar. Seterusnya dalam ${course}: ${lesson}`,
      `Kemajuan anda: ${progress.percent}% selesai (${progress.done}/${progress.total} pelajaran).`,
      `Teruskan:\n${link}`,
      ...(restartLink === null
        ? []
        : [
            `Ini peringatan terakhir: kami telah menghantar tiga dan anda belum melawat sejak itu. Anda boleh menghidupkan peringatan semula pada profil anda:\n${restartLink}`,
          ]),
      `Anda memilih peringatan ini pada profil anda. Hentikan peringatan, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),
}

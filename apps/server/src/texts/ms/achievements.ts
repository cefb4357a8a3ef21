import type { achievements as english } from '../en/achievements.ts'

export const achievements: typeof english = {
  certificate: {
    heading: 'Sijil tamat kursus',
    beforeName: 'Dengan ini diperakui bahawa',
    unnamed: 'Pengguna Tanpa Nama',
    afterName: 'telah menamatkan kursus',
    offeredBy: (seller) => `tawaran ${seller}`,
    teacher: 'Pengajar',
    modules: (count, first) => `${count} modul: ${first}`,
    length: 'Tempoh',
    date: 'Tarikh',
    id: 'ID Sijil',
    checkAt: 'Sahkan di',
    time: (hours, minutes) =>
      [hours > 0 ? `${hours} j` : '', minutes > 0 ? `${minutes} min` : ''].join(' ').trim(),
    ofVideo: (time) => `${time} video`,
    signature: (name) => `Tandatangan ${name}`,
    code: 'Kod QR dengan alamat halaman yang mengesahkan sijil ini',
  },
}

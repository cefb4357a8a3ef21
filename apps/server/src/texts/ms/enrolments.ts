import type { enrolments as english } from '../en/enrolments.ts'

export const enrolments: typeof english = {
  givenCourse: ({ title, seller, greeted, link }) => ({
    subject: `Anda telah didaftarkan dalam kursus "${title}"`,
    body: `Helo${greeted}\n\n${seller} telah mendaftarkan anda dalam kursus “${title}” di Apogee.\n\nBuka kursus:\n${link}`,
  }),

  invitation: ({ title, seller, greeted, link }) => ({
    subject: `Jemputan ke kursus "${title}"`,
    body: `Helo${greeted}\n\n${seller} menjemput anda ke kursus “${title}” di Apogee.\n\nLihat jemputan:\n${link}\n\nDaftar atau log masuk dengan alamat e-mel ini untuk menerimanya. Jika anda tidak menjangkakannya, abaikan e-mel ini: tiada apa-apa berlaku.`,
  }),

  removed: ({ hello, title, reason }) => ({
    subject: `Akses anda kepada "${title}" telah ditamatkan`,
    body: `${hello}\n\nPengendali kursus “${title}” telah menamatkan akses anda kepadanya.\n\nSebab mereka: ${reason}\n\nKemajuan anda disimpan, dan kembali jika mereka memberi akses semula.`,
  }),

  takenBack: 'Pendaftaran itu telah ditarik balik.',
}

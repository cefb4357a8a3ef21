/** E-mel tentang pengumuman kursus. */
import type { ServerTexts } from '../index.ts'

export const announcements: ServerTexts['announcements'] = {
  announcement: ({ hello, course, title, text, link, stopLink }) => ({
    subject: `${course}: ${title}`,
    body: [
      hello,
      `Pengumuman untuk kursus anda ${course}: ${title}`,
      text,
      `Baca dalam kursus:\n${link}`,
      `Anda menerima e-mel ini kerana anda mendaftar kursus ini. Hentikan e-mel tentang pengumuman, tanpa log masuk:\n${stopLink}`,
    ].join('\n\n'),
  }),
}

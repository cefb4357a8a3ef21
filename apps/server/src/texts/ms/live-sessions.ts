/** Yang ditulis tentang sesi langsung. */
import type { ServerTexts } from '../index.ts'

export const liveSessions: ServerTexts['liveSessions'] = {
  reminder: ({ title, start, minutes }) => ({
    title: `Sesi langsung: ${title}`.slice(0, 200),
    body: `“${title}” bermula pada ${start} (waktu Malaysia) dan mengambil masa ${minutes} minit.\n\nPautan untuk menyertai ada di bawah Pengumuman, mulai 15 minit sebelum ia bermula.`,
  }),
}

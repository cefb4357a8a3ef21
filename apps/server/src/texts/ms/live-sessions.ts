import { cutText } from '@apogee/domain/text/cut-text.ts'
import { mostListed, type liveSessions as english } from '../en/live-sessions.ts'

export const liveSessions: typeof english = {
  reminder: (sessions) => {
    const further = sessions.length - mostListed
    const lines = [
      ...sessions
        .slice(0, mostListed)
        .map(
          ({ title, start, minutes }) =>
            `“${title}” bermula pada ${start} (waktu Malaysia) dan mengambil masa ${minutes} minit.`,
        ),
      ...(further > 0 ? [`Dan ${further} lagi.`] : []),
      'Pautan untuk menyertai ada di bawah Pengumuman, mulai 15 minit sebelum ia bermula.',
    ]
    const title =
      sessions.length === 1
        ? `Sesi langsung: ${sessions[0]?.title}`
        : `${sessions.length} sesi langsung akan bermula`
    return { title: cutText(title, 200), body: lines.join('\n\n') }
  },
}

import { cutText } from '@apogee/domain/text/cut-text.ts'
import { mostListed } from '../en/live-sessions.ts'
import type { ServerTexts } from '../index.ts'

export const liveSessions: ServerTexts['liveSessions'] = {
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

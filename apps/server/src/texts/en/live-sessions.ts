import { cutText } from '@apogee/domain/text/cut-text.ts'

interface ReminderFacts {
  title: string
  /** The text consists of the day and the time. */
  start: string
  minutes: number
}

/** One reminder lists at most this many sessions. */
export const mostListed = 20

export const liveSessions = {
  /** Builds the reminder of one or several sessions, which are sorted by start. */
  reminder: (sessions: readonly ReminderFacts[]): { title: string; body: string } => {
    const line = ({ title, start, minutes }: ReminderFacts) =>
      `“${title}” begins on ${start} (Malaysian time) and takes ${minutes} minutes.`
    const further = sessions.length - mostListed
    const lines = [
      ...sessions.slice(0, mostListed).map(line),
      ...(further > 0 ? [`And ${further} more.`] : []),
      'The link to join is under Announcements, from 15 minutes before the start.',
    ]
    const title =
      sessions.length === 1
        ? `Live session: ${sessions[0]?.title}`
        : `${sessions.length} live sessions begin soon`
    return { title: cutText(title, 200), body: lines.join('\n\n') }
  },
}

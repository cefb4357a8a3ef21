/** What the product writes about live sessions. */

interface ReminderFacts {
  title: string
  /** Day and time in words. */
  start: string
  minutes: number
}

export const liveSessions = {
  reminder: ({ title, start, minutes }: ReminderFacts): { title: string; body: string } => ({
    title: `Live session: ${title}`.slice(0, 200),
    body: `“${title}” begins on ${start} (Malaysian time) and takes ${minutes} minutes.\n\nThe link to join is under Announcements, from 15 minutes before the start.`,
  }),
}

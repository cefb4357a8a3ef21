import { accounting } from './accounting.ts'
import { accounts } from './accounts.ts'
import { achievements } from './achievements.ts'
import { announcements } from './announcements.ts'
import { businesses } from './businesses.ts'
import { community } from './community.ts'
import { emailChanges } from './email-changes.ts'
import { enrolments } from './enrolments.ts'
import { gifts } from './gifts.ts'
import { goals } from './goals.ts'
import { invoices } from './invoices.ts'
import { liveSessions } from './live-sessions.ts'
import { mails } from './mails.ts'
import { messages } from './messages.ts'
import { notes } from './notes.ts'
import { notifications } from './notifications.ts'
import { pages } from './pages.ts'
import { people } from './people.ts'
import { sales } from './sales.ts'
import type { en } from '../en/index.ts'

export const ms: typeof en = {
  accounting,
  accounts,
  achievements,
  announcements,
  businesses,
  community,
  emailChanges,
  enrolments,
  gifts,
  goals,
  invoices,
  liveSessions,
  mails,
  messages,
  notes,
  notifications,
  pages,
  people,
  sales,
}

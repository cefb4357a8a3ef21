import type { InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import type { Icon } from '@apogee/ui/icons/icon.tsx'
import {
  assignmentIcon,
  bankIcon,
  cardIcon,
  documentIcon,
  packageIcon,
  pencilIcon,
  usersIcon,
} from '@apogee/ui/icons/more-icons.ts'
import type { ComponentProps } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { inboxMessages } from '../messages/inbox.en.ts'

type Text = Translation<typeof inboxMessages>

export const inboxIcons: Record<InboxKind, ComponentProps<typeof Icon>['name']> = {
  chargebacks: bankIcon,
  refunds: 'undo',
  exceptions: 'alert',
  account: cardIcon,
  questions: 'message',
  handIns: assignmentIcon,
  overdue: documentIcon,
  reviews: 'star',
  lessons: packageIcon,
  drafts: pencilIcon,
  differences: 'grid',
  sellers: usersIcon,
  signals: 'info',
  payouts: 'receipt',
}

/** Returns the names of the kinds. Sums of money have the same names everywhere. */
export function useKindNames(): Record<InboxKind, string> {
  const text = useText(inboxMessages)
  const words = useText(moneyWordsMessages)
  return {
    chargebacks: words.chargebacks,
    refunds: words.refunds,
    exceptions: text.kind_exceptions,
    account: text.kind_account,
    questions: text.kind_questions,
    handIns: text.kind_handIns,
    overdue: text.kind_overdue,
    reviews: text.kind_reviews,
    lessons: text.kind_lessons,
    drafts: text.kind_drafts,
    differences: text.kind_differences,
    sellers: text.kind_sellers,
    signals: text.kind_signals,
    payouts: text.kind_payouts,
  }
}

/** Says in one line what waits. */
export function lineOf({ kind, title, place, topic, rating }: InboxItem, text: Text): string {
  if (kind === 'account') return text.line_account(title)
  if (kind === 'chargebacks') return text.line_chargebacks(title)
  if (kind === 'reviews') return text.line_stars(text.stars(rating ?? 0), title)
  if (kind === 'drafts') return title
  if (kind === 'signals') return text.line_signals
  if (kind === 'sellers') return text.line_sellers
  if (kind === 'payouts') return topic === 'approved' ? text.line_approved : text.line_prepared
  return title || (place ?? '')
}

/** Names the person, company or seller of an item, or what the item is if it is nobody's. */
export function nameOf(
  { kind, person, topic, place }: InboxItem,
  text: Text,
  kinds: Record<InboxKind, string>,
): string {
  if (person !== null) return person
  if (kind === 'drafts') return topic === 'lesson' ? text.line_lesson(place ?? '') : text.line_course
  if (kind === 'questions' || kind === 'handIns' || kind === 'reviews' || kind === 'refunds')
    return text.unnamed
  return kinds[kind]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Older items show their date. */
const ageUntilMs = 60 * dayMs

/** Returns a function that says how long something has waited, such as `3 days`. */
export function useAge(): (since: string) => string {
  const text = useText(inboxMessages)
  const language = useLanguage()
  return (since) => {
    const age = Date.now() - new Date(since).getTime()
    if (age >= ageUntilMs) return dateInWords(since, language)
    if (age >= dayMs) return text.days(Math.floor(age / dayMs))
    if (age >= hourMs) return text.hours(Math.floor(age / hourMs))
    return age >= minuteMs ? text.minutes(Math.floor(age / minuteMs)) : text.now
  }
}

/** Turns what a search found into groups of links. */
import type { StudioFindings } from '@apogee/contracts/studio-search/studio-search.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { isNearText, mayBeCorrected } from '@apogee/domain/text/near-spelling.ts'
import { folded } from '@apogee/domain/text/human-text.ts'
import { wordsIn } from '@apogee/domain/text/search-words.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { documentIcon, readingIcon, usersIcon } from '@apogee/ui/icons/more-icons.ts'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { textIn, type Translation } from '#web/platform/language/messages.ts'
import { paymentStatusMessages } from '#web/shared/money/payment-status.en.ts'
import { studioSearchMessages } from './messages/studio-search.en.ts'

const couponIcon = 'M4.5 4.5h7l8 8-7 7-8-8zM8.6 8.5v.1' as const

/** Leads to a page of the studio, a part of one, or a form. */
export interface Destination {
  title: string
  /** Names the place that the destination belongs to. */
  detail?: string
  to: string
  icon: IconName
}

export interface Entry extends Destination {
  id: string
}

export interface EntryGroup {
  id: string
  title: string
  entries: readonly Entry[]
  /** Leads to the list of all findings. Null means that all are shown, or that there is no list. */
  seeAll: string | null
}

const shown = 5

/** Returns the destinations whose names have all the words, or else resemble them. */
export function destinationsWith(search: string, all: readonly Destination[]): Destination[] {
  const words = wordsIn(search)
  if (words.length === 0) return []
  const texts = all.map((one) => ({ one, text: folded(`${one.title} ${one.detail ?? ''}`) }))
  const found = texts.filter(({ text }) => words.every((word) => text.includes(word)))
  const near =
    found.length > 0 || !mayBeCorrected(search) ? found : texts.filter(({ text }) => isNearText(search, text))
  const begins = ({ one }: { one: Destination }) =>
    folded(one.title).startsWith(folded(search.trim())) ? 0 : 1
  return near
    .toSorted((a, b) => begins(a) - begins(b))
    .slice(0, shown)
    .map(({ one }) => one)
}

export const groupOfDestinations = (
  id: string,
  title: string,
  destinations: readonly Destination[],
): EntryGroup => ({
  id,
  title,
  entries: destinations.map((one) => ({ ...one, id: `${id}-${encodeURIComponent(one.to)}` })),
  seeAll: null,
})

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

type Found<Kind extends keyof StudioFindings> = NonNullable<StudioFindings[Kind]>['items'][number]
type Presented = Omit<Entry, 'id'> & { key: string | number }

/** Presents one finding of each kind. */
const presented = {
  people: (
    { id, name, email }: Found<'people'>,
    text: Translation<typeof studioSearchMessages>,
  ): Presented => ({
    key: id,
    title: name ?? text.unnamed,
    detail: email,
    to: `/studio/people/${id}`,
    icon: 'user',
  }),
  expected: (row: Found<'expected'>, text: Translation<typeof studioSearchMessages>): Presented => ({
    key: row.key,
    title: row.name || row.email,
    detail: joined(
      row.name ? row.email : null,
      row.kind === 'seat' ? text.seat : row.kind === 'team' ? text.team : null,
      row.courseTitle,
    ),
    to: addressOfExpected(row),
    icon: usersIcon,
  }),
  courses: (
    { id, title, state }: Found<'courses'>,
    text: Translation<typeof studioSearchMessages>,
  ): Presented => ({
    key: id,
    title,
    detail: state === 'draft' ? text.draft : state === 'archived' ? text.archived : '',
    to: `/course/${id}/manage`,
    icon: 'book',
  }),
  lessons: (lesson: Found<'lessons'>): Presented => ({
    key: lesson.id,
    title: lesson.title,
    detail: lesson.courseTitle,
    to: addressOfLesson(lesson),
    icon: readingIcon,
  }),
  orders: (
    order: Found<'orders'>,
    text: Translation<typeof studioSearchMessages>,
    language: Language,
  ): Presented => ({
    key: order.id,
    title: order.buyer?.name ?? text.deletedAccount,
    detail: joined(
      formatRinggit(order.amount),
      textIn(paymentStatusMessages, language)[order.state],
      dateInWords(order.createdAt, language),
      order.titles.join(', '),
    ),
    to: `/admin/orders/${order.id}`,
    icon: 'receipt',
  }),
  invoices: (invoice: Found<'invoices'>, text: Translation<typeof studioSearchMessages>): Presented => ({
    key: invoice.id,
    title: invoice.company,
    detail: joined(
      invoice.number ?? text.noNumber,
      formatRinggit(invoice.total),
      text[`invoice_${invoice.status}`],
    ),
    to: `/admin/invoices/${invoice.id}`,
    icon: documentIcon,
  }),
  receipts: (
    receipt: Found<'receipts'>,
    text: Translation<typeof studioSearchMessages>,
    language: Language,
  ): Presented => ({
    key: receipt.id,
    title: receipt.number,
    detail: joined(
      receipt.kind === 'refund_note' ? text.refundNote : null,
      formatRinggit(receipt.amount),
      dateInWords(receipt.issuedAt, language),
    ),
    to: `/purchases/${encodeURIComponent(receipt.reference)}/receipts/${receipt.id}`,
    icon: 'receipt',
  }),
  coupons: (
    { id, code, courseTitle, isArchived }: Found<'coupons'>,
    text: Translation<typeof studioSearchMessages>,
  ): Presented => ({
    key: id,
    title: code,
    detail: joined(courseTitle ?? text.allCourses, isArchived ? text.archived : null),
    to: isArchived ? '/admin/coupons?show=archived' : '/admin/coupons',
    icon: couponIcon,
  }),
}

/** Returns the groups with findings. A group with more of them leads to its list, which is searched for the same where it can be. */
export function groupsOf(found: StudioFindings, search: string, language: Language): EntryGroup[] {
  const text = textIn(studioSearchMessages, language)
  const asked = new URLSearchParams({ search }).toString()
  const people = `/admin?tab=users&${asked}`
  const group = <Item>(
    id: string,
    title: string,
    part: { items: readonly Item[]; hasMore: boolean } | null,
    present: (item: Item, text: Translation<typeof studioSearchMessages>, language: Language) => Presented,
    list: string | null,
  ): EntryGroup => ({
    id,
    title,
    entries: (part?.items ?? []).map((item) => {
      const { key, ...entry } = present(item, text, language)
      return { ...entry, id: `${id}-${key}` }
    }),
    seeAll: part?.hasMore ? list : null,
  })
  return [
    group('people', text.people, found.people, presented.people, people),
    group('expected', text.expected, found.expected, presented.expected, people),
    group('courses', text.courses, found.courses, presented.courses, '/admin?tab=courses'),
    group('lessons', text.lessons, found.lessons, presented.lessons, null),
    group('orders', text.orders, found.orders, presented.orders, `/admin/orders?${asked}`),
    group('invoices', text.invoices, found.invoices, presented.invoices, `/admin/invoices?${asked}`),
    group('receipts', text.receipts, found.receipts, presented.receipts, null),
    group('coupons', text.coupons, found.coupons, presented.coupons, '/admin/coupons'),
  ].filter(({ entries }) => entries.length > 0)
}

function addressOfExpected({
  kind,
  email,
  courseId,
  invoiceId,
}: StudioFindings['expected']['items'][number]) {
  if (kind === 'seat' && invoiceId !== null) return `/admin/invoices/${invoiceId}`
  if (kind === 'course' && courseId !== null) return `/course/${courseId}/people`
  return `/admin?tab=users&${new URLSearchParams({ search: email }).toString()}`
}

function addressOfLesson({
  id,
  contentId,
  courseId,
  fileType,
  isText,
}: StudioFindings['lessons']['items'][number]) {
  const course = `/course/${courseId}/manage`
  if (isText) return `${course}/texts/${id}`
  return fileType === 'quiz' ? `${course}/quizzes/${id}` : `${course}?module=${contentId}`
}

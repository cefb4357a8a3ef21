/**
 * Filters and sorts whole lists of a server without filters. docs/specification.md#7-calls names no filters, but the screens must
 * search titles, descriptions, names and addresses.
 */
import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'
import { searchForm } from '@apogee/domain/text/human-text.ts'
import type { LooseRequest } from '#web/platform/transfer/client.ts'
import { isFinished } from '#web/shared/course/enrolled-courses.ts'

type Query = NonNullable<LooseRequest['query']>

const isFound = ({ search }: Query, ...texts: (string | null)[]): boolean =>
  !search || texts.some((text) => text !== null && searchForm(text).includes(searchForm(String(search))))

function wantedCourses(courses: CatalogueCourse[], query: Query): CatalogueCourse[] {
  const { visibility, category, price, language, level, state, sort } = query
  const found = courses.filter(
    (course) =>
      isFound(query, course.title, course.description) &&
      (visibility !== 'public' || !course.isPrivate) &&
      (visibility !== 'private' || course.isPrivate) &&
      (price !== 'free' || course.price === 0) &&
      (price !== 'paid' || course.price > 0) &&
      (!category || course.category === category) &&
      (!language || course.language === language) &&
      (!level || course.level === level) &&
      ((state !== 'archived' && state !== 'draft') || course.state === state),
  )
  if (sort !== 'price-low' && sort !== 'price-high') return found
  const direction = sort === 'price-low' ? 1 : -1
  return found.toSorted((one, other) => direction * (currentPrice(one) - currentPrice(other)))
}

const wantedEnrolled = (courses: CatalogueCourse[], query: Query): CatalogueCourse[] =>
  courses.filter((course) => {
    const isArchived = course.enrollment?.archived === true
    const state = isArchived ? 'archived' : isFinished(course) ? 'completed' : 'in-progress'
    return isFound(query, course.title) && (!query['state'] || query['state'] === state)
  })

const wantedPeople = (people: ListedUser[], query: Query): ListedUser[] =>
  people.filter(({ name, email }) => isFound(query, name, email))

const wantedPayments = (payments: Payment[], { status: wanted }: Query): Payment[] =>
  payments.filter(({ status }) => {
    const kind = status === 'paid' || status === 'refunded' ? status : 'unpaid'
    return !wanted || wanted === kind
  })

/** The type of a call's rows is known from its name, so the functions need not share a type. */
const wanted: Partial<Record<RouteName, (rows: never[], query: Query) => object[]>> = {
  listCourses: wantedCourses,
  listEnrolledCourses: wantedEnrolled,
  listUsers: wantedPeople,
  listMyLearners: wantedPeople,
  paymentHistory: wantedPayments,
}

/** Returns the completed list with only the rows that the request asks for. */
export function withWantedRows(name: RouteName, list: object, query: Query = {}): object {
  const choose = wanted[name]
  if (!choose) return list
  const { data } = list as { data: never[] }
  const rows = choose(data, query)
  return { ...list, data: rows, meta: { total: rows.length, nextCursor: null } }
}

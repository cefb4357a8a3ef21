import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { orderStates } from '@apogee/contracts/sales/order-states.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useQuery } from '@tanstack/react-query'
import { DayRange } from '#web/platform/lists/day-range.tsx'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { ordersMessages } from '../messages/orders.en.ts'
import { paymentStatusMessages } from '#web/shared/money/payment-status.en.ts'
import { choicesQuery, type OrderFilter } from '../api/orders.ts'
import './orders.css'

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
const isId = (text: string | null): text is string => text !== null && /^\d{1,15}$/.test(text)

export function useOrderFilter() {
  const { address, search, ...rest } = useAddressFilter<keyof OrderFilter>()
  const day = (key: string) => (isDay(address.get(key)) ? (address.get(key) ?? '') : '')
  const id = (key: string) => (isId(address.get(key)) ? (address.get(key) ?? '') : '')
  const filter: OrderFilter = {
    status: orderStates.find((one) => one === address.get('status')) ?? '',
    search,
    from: day('from'),
    to: day('to'),
    courseId: id('courseId'),
    sellerId: id('sellerId'),
  }
  return { filter, ...rest }
}

export function FilterFields({
  user,
  filter,
  typed,
  setTyped,
  change,
}: { user: CurrentUser } & Omit<ReturnType<typeof useOrderFilter>, 'clear'>) {
  const text = useText(ordersMessages)
  const statusNames = useText(paymentStatusMessages)
  const { data: choices } = useQuery(choicesQuery(useViewer()))
  const courses = choices?.data.courses ?? []
  const sellers = choices?.data.sellers ?? []
  return (
    <div className="orders-filter" role="group" aria-label={text.filters}>
      <ListSearch label={text.search} placeholder={text.searchHint} typed={typed} setTyped={setTyped} />
      <Select
        label={text.status}
        placeholder={text.anyStatus}
        value={filter.status}
        options={orderStates.map((value) => ({ value, label: statusNames[value] }))}
        onChange={(event) => change('status', event.target.value)}
      />
      <DayRange from={filter.from} to={filter.to} words={text} change={change} />
      <Select
        label={text.course}
        placeholder={text.anyCourse}
        value={filter.courseId}
        options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(event) => change('courseId', event.target.value)}
      />
      {user.role === 'superadmin' ? (
        <Select
          label={text.seller}
          placeholder={text.anySeller}
          value={filter.sellerId}
          options={sellers.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => change('sellerId', event.target.value)}
        />
      ) : null}
    </div>
  )
}

/** Downloads one row for each course of the orders that match the filter. */
export function DownloadOrders({ filter }: { filter: OrderFilter }) {
  const text = useText(ordersMessages)
  const { status, search, from, to, courseId, sellerId } = filter
  return (
    <DownloadCsv
      ask={{
        what: 'orders',
        filters: {
          ...(status && { status }),
          ...(search && { search }),
          ...(from && { from }),
          ...(to && { to }),
          ...(courseId && { courseId: Number(courseId) }),
          ...(sellerId && { sellerId: Number(sellerId) }),
        },
      }}
      words={text}
    />
  )
}

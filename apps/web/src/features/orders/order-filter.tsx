import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { takeTicket } from '#web/platform/take-ticket.ts'
import { useViewer } from '#web/platform/session.tsx'
import { ordersMessages } from './messages.en.ts'
import { choicesQuery, type OrderFilter } from './queries.ts'
import { statuses } from './status-badge.tsx'

const typingPauseMs = 250
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
const isId = (text: string | null): text is string => text !== null && /^\d{1,15}$/.test(text)

/** The filter as the address has it; what is typed gets there once the person pauses. */
export function useOrderFilter() {
  const [address, setAddress] = useSearchParams()
  const day = (key: string) => (isDay(address.get(key)) ? (address.get(key) ?? '') : '')
  const id = (key: string) => (isId(address.get(key)) ? (address.get(key) ?? '') : '')
  const filter: OrderFilter = {
    status: statuses.find((one) => one === address.get('status')) ?? '',
    search: address.get('search') ?? '',
    from: day('from'),
    to: day('to'),
    courseId: id('courseId'),
    sellerId: id('sellerId'),
  }
  const [typed, setTyped] = useState(filter.search)
  const change = (key: keyof OrderFilter, value: string) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (value) changed.set(key, value)
        else changed.delete(key)
        return changed
      },
      { replace: true },
    )
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === filter.search) return
    const timer = setTimeout(() => change('search', wanted), typingPauseMs)
    return () => clearTimeout(timer)
  })
  const clear = () => {
    setTyped('')
    setAddress({}, { replace: true })
  }
  return { filter, typed, setTyped, change, clear }
}

export function FilterFields({
  user,
  filter,
  typed,
  setTyped,
  change,
}: { user: CurrentUser } & Omit<ReturnType<typeof useOrderFilter>, 'clear'>) {
  const text = useText(ordersMessages)
  const { data: choices } = useQuery(choicesQuery(useViewer()))
  const courses = choices?.data.courses ?? []
  const sellers = choices?.data.sellers ?? []
  return (
    <div className="orders-filter" role="group" aria-label={text.filters}>
      <SearchField
        label={text.search}
        placeholder={text.searchHint}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        label={text.status}
        placeholder={text.anyStatus}
        value={filter.status}
        options={statuses.map((status) => ({ value: status, label: text[status] }))}
        onChange={(event) => change('status', event.target.value)}
      />
      <TextField
        type="date"
        label={text.from}
        value={filter.from}
        max={filter.to || undefined}
        onChange={(event) => change('from', event.target.value)}
      />
      <TextField
        type="date"
        label={text.to}
        value={filter.to}
        min={filter.from || undefined}
        onChange={(event) => change('to', event.target.value)}
      />
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

/** A row for each course of what the filter finds. */
export function DownloadOrders({ filter }: { filter: OrderFilter }) {
  const text = useText(ordersMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const { status, search, from, to, courseId, sellerId } = filter
  const ticket = useMutation({
    mutationFn: () =>
      call('createTicket', {
        body: {
          what: 'orders',
          filters: {
            ...(status && { status }),
            ...(search && { search }),
            ...(from && { from }),
            ...(to && { to }),
            ...(courseId && { courseId: Number(courseId) }),
            ...(sellerId && { sellerId: Number(sellerId) }),
          },
        },
      }),
    onSuccess: ({ data }) => {
      takeTicket(data.url)
      notify({ text: text.downloaded })
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, text.downloadFailed) }),
  })
  return (
    <Button
      icon="download"
      busy={ticket.isPending}
      busyLabel={text.downloading}
      onClick={() => ticket.mutate()}
    >
      {text.downloadCsv}
    </Button>
  )
}

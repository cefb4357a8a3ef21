import { studioRanges } from '@apogee/contracts/operations/studio-ranges.ts'
import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import '@apogee/ui/figures/kpis.css'
import { useState } from 'react'
import { useAddressChoice } from '#web/platform/lists/address-choice.ts'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { insightsMessages } from '../messages/insights.en.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import { DayChart } from './day-chart.tsx'
import './studio.css'

type Days = Studio['days']

/** The range holds the first and the last day in the format of form fields: '' means unlimited. */
interface Range {
  from: string
  to: string
}

const choices = [...studioRanges.map(String), 'custom']

/** Shows sales, orders, refunds and enrolments of a range within `days`, with a chart and a file download. */
export function DayFigures({ days }: { days: Days }) {
  const text = useText(studioHomeMessages)
  const [chosen, choose] = useAddressChoice('days', choices, '30')
  const { search, change } = useSearchAddress()
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const isCustom = chosen === 'custom'
  const preset = days.slice(isCustom ? -30 : -Number(chosen))
  const asked = { from: search.get('from') ?? preset[0]?.day ?? '', to: search.get('to') ?? last }
  // A field is empty while a day is typed.
  const [typed, setTyped] = useState<Range | null>(null)
  const custom = typed ?? asked
  const setRange = (range: Range | null) => {
    setTyped(range)
    const { from, to } = range ?? { from: '', to: '' }
    change((now) => withParameter('from', from)(withParameter('to', to)(now)), { replace: true })
  }
  const within = isCustom
    ? days.filter(({ day }) => (!custom.from || day >= custom.from) && (!custom.to || day <= custom.to))
    : preset
  return (
    <>
      <div className="studio-range">
        <SegmentedControl
          label={text.range}
          options={[
            ...studioRanges.map((length) => ({ value: String(length), label: text.days(length) })),
            { value: 'custom', label: text.custom },
          ]}
          value={chosen}
          onChange={(next) => {
            choose(next)
            // The custom range starts with the range that was shown. Another range needs no days in the address.
            setRange(next === 'custom' ? { from: within[0]?.day ?? '', to: last } : null)
          }}
        />
        <DownloadDays range={{ from: within[0]?.day ?? '', to: within.at(-1)?.day ?? '' }} />
      </div>
      {isCustom ? <RangeFields range={custom} first={first} last={last} onChange={setRange} /> : null}
      <Totals days={within} />
      {/* A single day shows no trend, so the chart shows the week. */}
      <DayChart days={chosen === '1' ? days.slice(-7) : within} />
    </>
  )
}

function RangeFields({
  range: { from, to },
  first,
  last,
  onChange,
}: {
  range: Range
  first: string
  last: string
  onChange: (range: Range) => void
}) {
  const text = useText(studioHomeMessages)
  return (
    <div className="studio-range-fields">
      <TextField
        type="date"
        label={text.from}
        value={from}
        min={first}
        max={to || last}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <TextField
        type="date"
        label={text.to}
        value={to}
        min={from || first}
        max={last}
        error={from && to && from > to ? text.reversed : undefined}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </div>
  )
}

function Totals({ days }: { days: Days }) {
  const text = useText(studioHomeMessages)
  const total = (of: (day: Days[number]) => number) => days.reduce((sum, day) => sum + of(day), 0)
  const money = days.some((day) => day.money !== null)
    ? ([
        [text.sales, formatRinggit(total((day) => day.money?.gross ?? 0)), text.salesOf],
        [text.orders, figure(total((day) => day.money?.orders ?? 0)), text.ordersOf],
        [text.refunds, formatRinggit(total((day) => day.money?.refunds ?? 0)), text.refundsOf],
      ] as const)
    : []
  const cards = [
    ...money,
    [text.enrolments, figure(total((day) => day.enrolments)), text.enrolmentsOf] as const,
  ]
  return (
    <dl className="ap-kpis" aria-live="polite">
      {cards.map(([name, value, definition]) => (
        <div key={name} className="ap-panel ap-kpi">
          <dt>{name}</dt>
          <dd data-value="">{value}</dd>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  )
}

function DownloadDays({ range: { from, to } }: { range: Range }) {
  const text = useText(studioHomeMessages)
  const common = useText(insightsMessages)
  return (
    <DownloadCsv
      size="sm"
      disabled={!from || !to}
      ask={{ what: 'days', filters: { from, to } }}
      words={{
        downloadCsv: text.download,
        downloading: common.exporting,
        downloaded: common.exported,
        downloadFailed: common.exportFailed,
      }}
    />
  )
}

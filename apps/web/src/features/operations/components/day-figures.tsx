import { studioRanges } from '@apogee/contracts/operations/studio-ranges.ts'
import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import '@apogee/ui/figures/kpis.css'
import { useState } from 'react'
import { useAddressChoice } from '#web/platform/lists/address-choice.ts'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { FigureList, NetFigures, type NetSums } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
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

/** Shows the sums of money and the enrolments of a range within `days`, with a chart and a file download. */
export function DayFigures({ days, isPlatform }: { days: Days; isPlatform: boolean }) {
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
      <Totals days={within} isPlatform={isPlatform} />
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

const sumKeys = ['orders', 'invoices', 'sales', 'refunds', 'chargebacks', 'fees', 'net'] as const

/** Adds up the days. Null means that the reader sees no money. */
function moneyIn(days: Days): NonNullable<Days[number]['money']> | null {
  const booked = days.flatMap(({ money }) => money ?? [])
  if (booked.length === 0) return null
  const sums = sumKeys.map((key) => [key, booked.reduce((sum, money) => sum + money[key], 0)])
  return Object.fromEntries(sums) as Record<(typeof sumKeys)[number], number>
}

/** Returns the address with the postings that a figure of these days sums. A ledger is of one seller, or of the platform's fees. */
function rowsOf(days: Days, isPlatform: boolean, shown: keyof NetSums): string | null {
  if (isPlatform && shown !== 'fees') return null
  const range = new URLSearchParams({ from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' })
  return `/admin/ledger?${range}&show=${shown}`
}

function Totals({ days, isPlatform }: { days: Days; isPlatform: boolean }) {
  const text = useText(studioHomeMessages)
  const words = useText(moneyWordsMessages)
  const money = moneyIn(days)
  return (
    <FigureList columns={money ? 3 : undefined}>
      {money ? (
        <NetFigures
          money={money}
          notes={{ sales: `${words.salesCounted(money.orders, money.invoices)}. ${words.salesOf}` }}
          rowsOf={(shown) => rowsOf(days, isPlatform, shown)}
        />
      ) : null}
      <div className="ap-panel ap-kpi">
        <dt>{text.enrolments}</dt>
        <dd data-value="">{figure(days.reduce((sum, { enrolments }) => sum + enrolments, 0))}</dd>
        <dd>{text.enrolmentsOf}</dd>
      </div>
    </FigureList>
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

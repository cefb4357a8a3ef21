import { formatSignedRinggit } from '@apogee/domain/money/money.ts'
import '@apogee/ui/figures/kpis.css'
import type { ReactNode } from 'react'
import { useText } from '../../platform/language/messages.ts'
import { Link } from '../../platform/router/router.tsx'
import './money-page.css'
import { moneyWordsMessages } from './words/money-words.en.ts'

/** The sums of a period in positive sen. */
export interface NetSums {
  sales: number
  refunds: number
  chargebacks: number
  fees: number
  net: number
}

/** Each deduction is shown as a negative amount, so that the figures of a screen add up to the net. */
export const signedSums = ({ sales, refunds, chargebacks, fees, net }: NetSums) =>
  [
    ['sales', sales],
    ['refunds', -refunds],
    ['chargebacks', -chargebacks],
    ['fees', -fees],
    ['net', net],
  ] as const

/** Shows an amount that leads to its rows. */
export function AmountLink({ name, cents, to }: { name: string; cents: number; to: string }) {
  const words = useText(moneyWordsMessages)
  const amount = formatSignedRinggit(cents)
  return (
    <Link className="money-rows" to={to} aria-label={words.showRows(name, amount)}>
      {amount}
    </Link>
  )
}

/** Renders the list that figures are in. `columns` is their number in a row on wide screens, 4 if absent. */
export const FigureList = ({ columns, children }: { columns?: 3 | undefined; children: ReactNode }) => (
  <dl className="ap-kpis money-figures" data-columns={columns} aria-live="polite">
    {children}
  </dl>
)

/** Shows a figure in a panel: its name, its amount, which leads to its rows, and what it sums. */
export function MoneyFigure({
  name,
  cents,
  to,
  children,
}: {
  name: string
  cents: number
  to?: string | null | undefined
  children?: ReactNode
}) {
  return (
    <div className="ap-panel ap-kpi">
      <dt>{name}</dt>
      <dd data-value="">
        {to ? <AmountLink name={name} cents={cents} to={to} /> : formatSignedRinggit(cents)}
      </dd>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows sales, refunds, chargebacks, fees and net. `rowsOf` returns the address that lists what a figure sums. */
export function NetFigures({
  money,
  notes,
  rowsOf,
}: {
  money: NetSums
  notes?: Partial<Record<keyof NetSums, ReactNode>>
  rowsOf?: (figure: keyof NetSums) => string | null
}) {
  const words = useText(moneyWordsMessages)
  return signedSums(money).map(([key, cents]) => (
    <MoneyFigure key={key} name={words[key]} cents={cents} to={rowsOf?.(key)}>
      {notes?.[key] ?? words[`${key}Of`]}
    </MoneyFigure>
  ))
}

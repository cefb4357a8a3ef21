import type { SourceRow } from '@apogee/contracts/operations/conversion.ts'
import { useText } from '#web/platform/language/messages.ts'
import { sourcesMessages } from '../messages/sources.en.ts'
import { nameOfSource } from '../source-names.ts'
import './sources.css'

const mostBars = 8

/** Returns orders plus enrolments without a payment. */
export const soldOf = ({ orders, enrolments }: Pick<SourceRow, 'orders' | 'enrolments'>): number =>
  orders + enrolments

/** Returns, for example, '4.2 %'; null when sales exceed counted visitors and the rate is meaningless. */
export function rateOf(row: Pick<SourceRow, 'visitors' | 'orders' | 'enrolments'>): string | null {
  const sold = soldOf(row)
  if (row.visitors === 0 || sold > row.visitors) return null
  return `${((sold / row.visitors) * 100).toFixed(1)} %`
}

/**
 * Shows one bar for each source with its visitors and buyers, for the sources with the most visitors. Renders nothing without
 * visitors.
 */
export function SourceChart({ sources }: { sources: readonly SourceRow[] }) {
  const text = useText(sourcesMessages)
  // Purchases without a known visit have no visitors to compare with.
  const shown = sources.filter(({ visitors }) => visitors > 0).slice(0, mostBars)
  const top = Math.max(...shown.map(({ visitors }) => visitors))
  if (shown.length === 0) return null
  return (
    <figure className="ap-panel sources-chart" data-padded="">
      <ol aria-label={text.chart}>
        {shown.map((row) => {
          const sold = soldOf(row)
          const { name } = nameOfSource(row.source, text)
          const rate = rateOf(row)
          return (
            <li key={row.source}>
              <span className="vh">{text.told(name, row.visitors, sold, rate)}</span>
              <span className="sources-chart-name" aria-hidden="true">
                {name}
              </span>
              <svg width="100%" height="18" aria-hidden="true" focusable="false">
                <rect className="sources-chart-ground" width="100%" height="18" rx="4" />
                <rect width={`${(row.visitors / top) * 100}%`} height="18" rx="4" />
                <rect
                  className="sources-chart-sold"
                  width={`${(Math.min(sold, row.visitors) / top) * 100}%`}
                  height="18"
                  rx="4"
                />
              </svg>
              <span className="sources-chart-figures" aria-hidden="true">
                <span>{text.bar(row.visitors, sold)}</span>
                {rate ? <b>{rate}</b> : null}
              </span>
            </li>
          )
        })}
      </ol>
      <figcaption className="text-sm text-secondary">{text.buyersOf}</figcaption>
    </figure>
  )
}

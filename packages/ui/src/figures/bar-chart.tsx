import { classNames } from '../class-names.ts'
import './bar-chart.css'

export type BarChartProps = {
  label: string
  /**
   * `text` is the figure above the bar. `value` is its height on any scale. `spokenText` is for screen readers; the default is
   * label and text.
   */
  bars: readonly { label: string; value: number; text: string; spokenText?: string }[]
  className?: string
}

/** Names of up to this length stand beside each other on a phone. */
const mostShort = 6

/** Draws bars and marks the newest one. Screen readers get a list of labels and numbers. */
export function BarChart({ label, bars, className }: BarChartProps) {
  const top = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <ol
      className={classNames('ap-bars', className)}
      aria-label={label}
      data-names={bars.some((bar) => bar.label.length > mostShort) ? 'long' : undefined}
    >
      {bars.map((bar) => {
        const height = Math.max(0, (bar.value / top) * 100)
        return (
          <li key={bar.label}>
            <span className="vh">{bar.spokenText ?? `${bar.label}: ${bar.text}`}</span>
            <svg width="100%" aria-hidden="true" focusable="false">
              <rect width="100%" y={`${100 - height}%`} height={`${height}%`} rx="3" />
              <text x="50%" y={`${100 - height}%`} dy="-8" textAnchor="middle">
                {bar.text}
              </text>
            </svg>
            <span aria-hidden="true">{bar.label}</span>
          </li>
        )
      })}
    </ol>
  )
}

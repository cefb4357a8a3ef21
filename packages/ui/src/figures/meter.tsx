import { classNames } from '../class-names.ts'
import './meter.css'

export type MeterProps = {
  /** The value is the number of filled segments, from 0 to `max`. */
  value: number
  max?: number
  tone: 'danger' | 'warning' | 'positive'
  /** The text gives the same information, for example 'Password strength: Medium. Add special characters.' */
  text: string
  id?: string
  className?: string
}

/** Shows segments and a text. The text is announced; the segments are decoration. */
export function Meter({ value, max = 5, tone, text, id, className }: MeterProps) {
  return (
    <div className={classNames('ap-meter', className)} data-tone={tone}>
      <div className="ap-meter-track" aria-hidden="true">
        {Array.from({ length: max }, (_, segment) => (
          <span key={segment} data-on={segment < value || undefined} />
        ))}
      </div>
      <p className="ap-meter-text" id={id} role="status">
        {text}
      </p>
    </div>
  )
}

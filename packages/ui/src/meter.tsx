import { classNames } from './class-names.ts'
import './meter.css'

export type MeterProps = {
  /** Segments filled, 0 to `max`. */
  value: number
  max?: number
  tone: 'danger' | 'warning' | 'positive'
  /** The text version: 'Password strength: Medium. Add special characters.' */
  text: string
  id?: string
  className?: string
}

/** Five segments and a text; the text is announced, the segments are decoration. */
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

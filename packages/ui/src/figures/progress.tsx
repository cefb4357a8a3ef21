import { classNames } from '../class-names.ts'
import './progress.css'

export type ProgressProps = {
  /** The unit is percent, 0 to 100. */
  value: number
  /** The label names the measured quantity, for example 'Course progress'. */
  label: string
  /** Screen readers announce this text instead of the percentage, for example '62% complete (21/34 lessons)'. */
  valueText?: string
  /** True draws a dot at the learner's position. Uploads have no dot. */
  craft?: boolean
  className?: string
}

/** Draws the progress as a path. Its lengths are SVG percentages, so it is correct before any script runs. */
export function Progress({ value, label, valueText, craft = true, className }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)))
  return (
    <div
      className={classNames('ap-progress', className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
    >
      <svg width="100%" height="6" aria-hidden="true" focusable="false">
        <rect className="ap-progress-track" width="100%" height="6" rx="3" />
        <rect className="ap-progress-fill" width={`${percent}%`} height="6" rx="3" />
        {craft && <circle className="ap-progress-craft" cx={`${percent}%`} cy="3" r="5.5" />}
      </svg>
    </div>
  )
}

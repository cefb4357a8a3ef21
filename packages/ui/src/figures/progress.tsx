import { classNames } from '../class-names.ts'
import './progress.css'

export interface ProgressSegment {
  done: number
  total: number
}

export type ProgressProps = {
  /** The unit is percent, 0 to 100. */
  value: number
  /** The label names the measured quantity, for example 'Course progress'. */
  label: string
  /** Screen readers announce this text instead of the percentage, for example '62% complete (21/34 lessons)'. */
  valueText?: string
  /** True draws a dot at the learner's position. Uploads have no dot. */
  craft?: boolean
  /** The bar is divided in proportion to `total`, and each part is filled in proportion to its `done`. */
  segments?: readonly ProgressSegment[] | undefined
  className?: string
}

/** The unit is percent of the bar. */
const gap = 0.8
/** More segments would be too narrow to be told apart on a phone. */
const mostSegments = 24

const percent = (share: number): string => `${Number((100 * share).toFixed(2))}%`

/** Draws the progress as a path. Its lengths are SVG percentages, so it is correct before any script runs. */
export function Progress({ value, label, valueText, craft = true, segments = [], className }: ProgressProps) {
  const rounded = Math.min(100, Math.max(0, Math.round(value)))
  const isDivided = segments.length > 1 && segments.length <= mostSegments
  return (
    <div
      className={classNames('ap-progress', className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={rounded}
      aria-valuetext={valueText}
    >
      <svg width="100%" height="6" aria-hidden="true" focusable="false">
        {isDivided ? (
          <Segments segments={segments} />
        ) : (
          <>
            <rect className="ap-progress-track" width="100%" height="6" rx="3" />
            <rect className="ap-progress-fill" width={`${rounded}%`} height="6" rx="3" />
            {craft && <circle className="ap-progress-craft" cx={`${rounded}%`} cy="3" r="5.5" />}
          </>
        )}
      </svg>
    </div>
  )
}

function Segments({ segments }: { segments: readonly ProgressSegment[] }) {
  const all = segments.reduce((sum, { total }) => sum + total, 0)
  const room = 1 - (gap / 100) * (segments.length - 1)
  return segments.map(({ done, total }, index) => {
    const before = segments.slice(0, index).reduce((sum, segment) => sum + segment.total, 0)
    const x = percent((room * before) / all + (gap / 100) * index)
    const width = (room * total) / all
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the segments of a bar keep their order
      <g key={index}>
        <rect className="ap-progress-track" x={x} width={percent(width)} height="6" rx="3" />
        {/* An empty part has its element too, because only a change of its width is animated. */}
        <rect
          className={done > 0 ? 'ap-progress-fill' : undefined}
          x={x}
          width={percent((width * done) / total)}
          height="6"
          rx="3"
        />
      </g>
    )
  })
}

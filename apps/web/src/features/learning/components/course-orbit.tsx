import type { Done } from '@apogee/contracts/courses/course-progress.ts'
import { groundIndex } from '@apogee/ui/art/cover-grounds.ts'
import { inks } from '@apogee/ui/art/cover-motifs.ts'
import './course-orbit.css'

/** The orbit is half an ellipse on a plane of 160 × 90, tilted as on the landing page. */
const centre = { x: 80, y: 50 }
const radii = { x: 64, y: 44 }
const tilt = (-20 * Math.PI) / 180
const points = 48

function at(share: number): string {
  const x = -radii.x * Math.cos(Math.PI * share)
  const y = -radii.y * Math.sin(Math.PI * share)
  const px = centre.x + x * Math.cos(tilt) - y * Math.sin(tilt)
  const py = centre.y + x * Math.sin(tilt) + y * Math.cos(tilt)
  return `${Math.round(px * 10) / 10} ${Math.round(py * 10) / 10}`
}

function pathTo(share: number): string {
  const count = Math.max(1, Math.round(points * share))
  return `M${Array.from({ length: count + 1 }, (_, index) => at((share * index) / count)).join('L')}`
}

/**
 * Draws the modules of a course as stations of an orbit in the colours of its cover, and the way up to the number of modules that are
 * done. It is decoration: a bar or a sentence beside it says the same.
 */
export function CourseOrbit({
  courseId,
  modules,
  isNew = false,
}: {
  courseId: number
  modules: readonly Done[]
  /** True draws the last step, unless the person prefers less motion. */
  isNew?: boolean
}) {
  const ink = inks[groundIndex(courseId)] ?? inks[0]
  const done = modules.filter((module) => module.done >= module.total).length
  const share = modules.length === 0 ? 0 : done / modules.length
  return (
    <svg className="course-orbit" viewBox="0 0 160 90" aria-hidden="true" focusable="false" data-done={done}>
      <rect width="160" height="90" rx="6" fill={ink.ground} />
      <circle cx="42" cy="60" r="7" fill={ink.body} />
      <path d={pathTo(1)} fill="none" stroke={ink.line} strokeWidth="1.5" opacity="0.7" />
      {done > 0 ? (
        <path
          className="course-orbit-way"
          d={pathTo(share)}
          pathLength={done}
          fill="none"
          stroke={ink.spark}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={done}
          data-new={isNew || undefined}
        />
      ) : null}
      {modules.map((module, index) => {
        const [cx, cy] = at((index + 1) / modules.length).split(' ')
        const isDone = module.done >= module.total
        return (
          <circle
            key={index}
            cx={cx}
            cy={cy}
            r={modules.length > 12 ? 2 : 4}
            fill={isDone ? ink.spark : ink.ground}
            stroke={isDone ? ink.spark : ink.line}
            strokeWidth="1.5"
          />
        )
      })}
    </svg>
  )
}

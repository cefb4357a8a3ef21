import { useId } from 'react'
import { seededRandom } from './seeded-random.ts'
import './orbit-art.css'

/**
 * The orbit is a real ellipse with the planet in its focus. The stops are at equal intervals of time from perigee to apogee, so by
 * Kepler's second law they are closer together where the craft is slow.
 */
const tilt = -20
const axis = 392
const centre = { x: 470, y: 352 }
const minorAxis = 324.8
const eccentricity = Math.sqrt(1 - (minorAxis / axis) ** 2)
const radians = (degrees: number) => (degrees * Math.PI) / 180
const tenth = (n: number) => Math.round(n * 10) / 10

const cosTilt = Math.cos(radians(tilt))
const sinTilt = Math.sin(radians(tilt))
/** Converts a point of the ellipse's plane to screen coordinates. */
const onScreen = (x: number, y: number) => ({
  x: tenth(centre.x + x * cosTilt - y * sinTilt),
  y: tenth(centre.y + x * sinTilt + y * cosTilt),
})
const focus = onScreen(-axis * eccentricity, 0)

/** Computes the eccentric anomaly of a mean anomaly with Newton's method on M = E − e·sin E. */
function eccentricAnomaly(mean: number): number {
  let e = mean
  for (let i = 0; i < 8; i++) e -= (e - eccentricity * Math.sin(e) - mean) / (1 - eccentricity * Math.cos(e))
  return e
}

/** Returns the position of the craft after `share` of the time from perigee (0) to apogee (1). */
function position(share: number) {
  const anomaly = eccentricAnomaly(Math.PI * share)
  return onScreen(-axis * Math.cos(anomaly), -minorAxis * Math.sin(anomaly))
}

const perigee = position(0)
const apogee = position(1)
const stops = Array.from({ length: 6 }, (_, index) => position((index + 1) / 7))
// The smaller orbits share the focus of the large one.
const inner = [0.44, 0.68].map((scale) => ({
  cx: tenth(focus.x + (centre.x - focus.x) * scale),
  cy: tenth(focus.y + (centre.y - focus.y) * scale),
  rx: tenth(axis * scale),
  ry: tenth(minorAxis * scale),
}))
const bands = [
  { y: -40, height: 5 },
  { y: -18, height: 9 },
  { y: 2, height: 3 },
  { y: 22, height: 7 },
  { y: 44, height: 4 },
]
const random = seededRandom(2026)
const stars = Array.from({ length: 72 }, () => ({
  cx: tenth(random() * 940),
  cy: tenth(random() * 700),
  r: Math.round((0.5 + random() * random() * 1.3) * 100) / 100,
  opacity: tenth(0.3 + random() * 0.5),
}))

export type OrbitArtProps = {
  /** The label is the accessible name; without it the diagram is decoration. */
  label?: string
  /** The labels belong to the first stops, for example 'Module 1', 'Module 2', 'Module 3'. */
  stopLabels?: readonly string[]
  /** The label and the hint are shown at the far point, for example 'Apogee' and 'the farthest point'. */
  apogeeLabel?: string
  apogeeHint?: string
  className?: string
}

/** Draws a course as an orbit for the landing page. The diagram animates once, unless reduced motion is preferred. */
export function OrbitArt({
  label,
  stopLabels = [],
  apogeeLabel,
  apogeeHint,
  className = 'ap-orbit',
}: OrbitArtProps) {
  const id = useId()
  const around = (at: { cx: number; cy: number }) => `rotate(${tilt} ${at.cx} ${at.cy})`
  return (
    <svg
      className={className}
      viewBox="0 -56 940 800"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <defs>
        {/* The path fades in behind the text. */}
        <linearGradient id={`${id}fade`}>
          <stop offset=".06" stopColor="#fff" stopOpacity=".08" />
          <stop offset=".2" stopColor="#fff" stopOpacity=".6" />
          <stop offset=".34" stopColor="#fff" />
        </linearGradient>
        <mask id={`${id}mask`}>
          <rect y="-56" width="940" height="800" fill={`url(#${id}fade)`} />
        </mask>
        <clipPath id={`${id}planet`}>
          <circle cx={focus.x} cy={focus.y} r="66" />
        </clipPath>
      </defs>
      <g className="ap-orbit-stars">
        {stars.map((star, index) => (
          <circle key={index} {...star} />
        ))}
      </g>
      <g mask={`url(#${id}mask)`} fill="none">
        {inner.map((orbit) => (
          <ellipse key={orbit.rx} className="ap-orbit-line" {...orbit} transform={around(orbit)} />
        ))}
        <ellipse
          className="ap-orbit-main"
          cx={centre.x}
          cy={centre.y}
          rx={axis}
          ry={minorAxis}
          transform={around({ cx: centre.x, cy: centre.y })}
        />
        <path className="ap-orbit-apsides" d={`M${perigee.x} ${perigee.y}L${apogee.x} ${apogee.y}`} />
        <path
          className="ap-orbit-path"
          pathLength="1"
          d={`M${perigee.x} ${perigee.y}A${axis} ${minorAxis} ${tilt} 0 1 ${apogee.x} ${apogee.y}`}
        />
      </g>
      <Planet clip={`url(#${id}planet)`} />
      <Stops labels={stopLabels} />
      <circle className="ap-orbit-ring" cx={apogee.x} cy={apogee.y} r="22" />
      <circle className="ap-orbit-apogee" cx={apogee.x} cy={apogee.y} r="11" />
      {apogeeLabel && (
        <text className="ap-orbit-name" x={tenth(apogee.x - 40)} y={tenth(apogee.y - 16)} textAnchor="end">
          {apogeeLabel}
        </text>
      )}
      {apogeeHint && (
        <text className="ap-orbit-hint" x={tenth(apogee.x - 40)} y={tenth(apogee.y + 3)} textAnchor="end">
          {apogeeHint}
        </text>
      )}
    </svg>
  )
}

function Planet({ clip }: { clip: string }) {
  return (
    <g clipPath={clip}>
      <circle cx={focus.x} cy={focus.y} r="66" fill="#b9ac96" />
      <circle cx={focus.x + 18} cy={focus.y - 14} r="68" fill="#f1e9da" />
      <g transform={`rotate(-24 ${focus.x} ${focus.y})`} fill="#b9ac96" opacity=".55">
        {bands.map((band) => (
          <rect key={band.y} x={focus.x - 90} y={tenth(focus.y + band.y)} width="180" height={band.height} />
        ))}
      </g>
    </g>
  )
}

function Stops({ labels }: { labels: readonly string[] }) {
  return stops.map((stop, index) => (
    <g key={index}>
      <circle className="ap-orbit-stop" cx={stop.x} cy={stop.y} r="6.5" />
      {labels[index] && (
        <text
          x={index === 0 ? stop.x - 14 : stop.x}
          y={tenth(stop.y - 18)}
          textAnchor={index === 0 ? 'end' : 'middle'}
        >
          {labels[index]}
        </text>
      )}
    </g>
  ))
}

/** Places the modules of a course as stations on an orbit that rises from the planet to the apogee. */

export interface Orbit {
  x: number
  y: number
  /** `across` and `down` are half the width and half the height before the orbit is turned. */
  across: number
  down: number
  /** The orbit is turned by these degrees, clockwise. */
  turn: number
}

type Point = readonly [x: number, y: number]

/** The path begins beside the planet and ends at the apogee, in degrees clockwise from the right. */
const begin = 190
const end = 360
const steps = 340

const tenth = (n: number) => Math.round(n * 10) / 10
const radians = (degrees: number) => (degrees * Math.PI) / 180

function pointAt({ x, y, across, down, turn }: Orbit, degrees: number): Point {
  const [right, below] = [across * Math.cos(radians(degrees)), down * Math.sin(radians(degrees))]
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))]
  return [tenth(x + right * cos - below * sin), tenth(y + right * sin + below * cos)]
}

/** Returns the stations at equal distances along the path; the last one is the apogee. */
export function stationsOn(orbit: Orbit, count: number): Point[] {
  const points = Array.from({ length: steps + 1 }, (_, step) =>
    pointAt(orbit, begin + ((end - begin) * step) / steps),
  )
  let length = 0
  const lengths = points.map(([x, y], place) => {
    const [fromX, fromY] = points[place - 1] ?? [x, y]
    length += Math.hypot(x - fromX, y - fromY)
    return length
  })
  return Array.from({ length: count }, (_, station) => {
    const wanted = (length * (station + 1)) / count
    const place = lengths.findIndex((reached) => reached >= wanted)
    return points[place] ?? pointAt(orbit, end)
  })
}

/** Returns the path as the data of an SVG path, from its beginning to the apogee. */
export function pathAlong(orbit: Orbit): string {
  const { across, down, turn } = orbit
  return `M${pointAt(orbit, begin).join(' ')}A${across} ${down} ${turn} 0 1 ${pointAt(orbit, end).join(' ')}`
}

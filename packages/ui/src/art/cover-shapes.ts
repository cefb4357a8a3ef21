/** Describes one SVG element with React's attribute names, to be rendered on the screen or written as a string. */
export type CoverShape = {
  tag: 'g' | 'circle' | 'ellipse' | 'path' | 'rect' | 'clipPath'
  attributes: Record<string, string | number>
  children?: CoverShape[]
}

type Attributes = Record<string, string | number>
export type Point = readonly [x: number, y: number]

export const tenth = (n: number) => Math.round(n * 10) / 10
export const radians = (degrees: number) => (degrees * Math.PI) / 180

export function onEllipse(cx: number, cy: number, rx: number, ry: number, turn: number, at: number): Point {
  const x = rx * Math.cos(radians(at))
  const y = ry * Math.sin(radians(at))
  const r = radians(turn)
  return [cx + x * Math.cos(r) - y * Math.sin(r), cy + x * Math.sin(r) + y * Math.cos(r)]
}

export const circle = (cx: number, cy: number, r: number, more: Attributes = {}): CoverShape => ({
  tag: 'circle',
  attributes: { cx: tenth(cx), cy: tenth(cy), r: tenth(r), ...more },
})
export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  turn: number,
  more: Attributes,
): CoverShape => ({
  tag: 'ellipse',
  attributes: {
    cx: tenth(x),
    cy: tenth(y),
    rx: tenth(rx),
    ry: tenth(ry),
    transform: `rotate(${tenth(turn)} ${tenth(x)} ${tenth(y)})`,
    ...more,
  },
})
export const path = (d: string, more: Attributes): CoverShape => ({ tag: 'path', attributes: { d, ...more } })
export const group = (attributes: Attributes, children: CoverShape[]): CoverShape => ({
  tag: 'g',
  attributes,
  children,
})
export const clip = (id: string, child: CoverShape): CoverShape => ({
  tag: 'clipPath',
  attributes: { id },
  children: [child],
})
export const stroke = (color: string, width = 1.5, more: Attributes = {}): Attributes => ({
  fill: 'none',
  stroke: color,
  strokeWidth: width,
  ...more,
})
export const point = ([x, y]: Point) => `${tenth(x)} ${tenth(y)}`
export const line = (from: Point, to: Point) => `M${point(from)}L${point(to)}`

const thousandth = (n: number) => Math.round(n * 1000) / 1000

/**
 * Draws marks that point away from a centre, between the radii `from` and `to`, at these degrees of each `period`. The marks are
 * one dashed circle, because 60 lines would add a kilobyte to each document.
 */
export function marks(
  [x, y]: Point,
  [from, to]: readonly [from: number, to: number],
  { at, period, width }: { at: readonly [number, ...number[]]; period: number; width: number },
  more: Attributes,
): CoverShape {
  const r = tenth((from + to) / 2)
  const degree = (2 * Math.PI * r) / 360
  const dashes = at.map(
    (each, i) => `${width} ${thousandth(((at[i + 1] ?? at[0] + period) - each) * degree - width)}`,
  )
  return circle(x, y, r, {
    fill: 'none',
    strokeWidth: tenth(to - from),
    strokeDasharray: dashes.join(' '),
    strokeDashoffset: thousandth(width / 2 - at[0] * degree),
    ...more,
  })
}

export function arc(cx: number, cy: number, r: number, from: number, to: number): string {
  const long = Math.abs(to - from) > 180 ? 1 : 0
  const sweep = to > from ? 1 : 0
  const end = point(onEllipse(cx, cy, r, r, 0, to))
  return `M${point(onEllipse(cx, cy, r, r, 0, from))}A${tenth(r)} ${tenth(r)} 0 ${long} ${sweep} ${end}`
}

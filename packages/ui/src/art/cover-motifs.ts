import { grounds } from './cover-grounds.ts'
import {
  arc,
  circle,
  clip,
  ellipse,
  group,
  line,
  marks,
  onEllipse,
  path,
  point,
  radians,
  stroke,
  tenth,
} from './cover-shapes.ts'
import type { CoverShape, Point } from './cover-shapes.ts'
import type { Random } from './seeded-random.ts'

/** Each ink has the colours ground, second, line, body, spark and shade, in this order. The colours are the same in both themes. */
export const inks = [
  {
    name: 'ink',
    ground: grounds[0],
    second: '#1e3557',
    line: '#7f9fcb',
    body: '#f1e9da',
    spark: '#ffcb52',
    shade: '#b9ac96',
  },
  {
    name: 'bone',
    ground: grounds[1],
    second: '#dcd2bd',
    line: '#33466a',
    body: '#1d3153',
    spark: '#d8553a',
    shade: '#0f1e38',
  },
  {
    name: 'verdigris',
    ground: grounds[2],
    second: '#1a4d4d',
    line: '#86bfae',
    body: '#efe7d6',
    spark: '#ffb85c',
    shade: '#b4ab95',
  },
  {
    name: 'oxide',
    ground: grounds[3],
    second: '#823b2d',
    line: '#e3a48c',
    body: '#f6e7d4',
    spark: '#ffcb52',
    shade: '#c79f86',
  },
  {
    name: 'sky',
    ground: grounds[4],
    second: '#a9c4dc',
    line: '#2c4d79',
    body: '#17335a',
    spark: '#d8553a',
    shade: '#0d2140',
  },
  {
    name: 'graphite',
    ground: grounds[5],
    second: '#313946',
    line: '#8d9bb0',
    body: '#e6eaf0',
    spark: '#8fc4ff',
    shade: '#a5afbe',
  },
] as const
export type Inks = (typeof inks)[number]

export const motifs = [
  'orbits',
  'transfer',
  'phases',
  'eclipse',
  'chart',
  'signal',
  'horizon',
  'ringed',
] as const
export type CoverMotif = (typeof motifs)[number]

/** The values are the radii of faint, plain and bright stars. */
const starSizes = [0.9, 1.2, 1.8] as const

/** Draws each star as the round end of a line without length. Stars of one size share a path, so a sky has at most three elements. */
export function stars(random: Random, c: Inks, count: number): CoverShape[] {
  const skies = starSizes.map((radius) => ({ radius, brightness: 0, dots: 0, d: '' }))
  for (let i = 0; i < count; i++) {
    const place = `M${Math.round(random() * 640)} ${Math.round(random() * 360)}h0`
    const radius = 0.8 + random() * random() * 1.6
    const sky = skies.findLast((each) => radius >= each.radius) ?? skies[0]
    if (!sky) continue
    sky.d += place
    sky.dots += 1
    sky.brightness += 0.35 + random() * 0.5
  }
  return skies
    .filter(({ dots }) => dots > 0)
    .map(({ d, radius, dots, brightness }) =>
      path(d, {
        stroke: c.line,
        strokeWidth: tenth(radius * 2),
        strokeLinecap: 'round',
        opacity: tenth(brightness / dots),
      }),
    )
}

/** Draws a two-tone disc: the lit side, one hard shadow and optional flat bands. */
function planet(
  id: string,
  x: number,
  y: number,
  r: number,
  c: Inks,
  light: number,
  bands: number,
  random: Random,
) {
  const lx = x + r * 0.34 * Math.cos(radians(light))
  const ly = y + r * 0.34 * Math.sin(radians(light))
  const stripes = Array.from({ length: bands }, (_, i): CoverShape => ({
    tag: 'rect',
    attributes: {
      x: tenth(x - r * 1.2),
      y: tenth(y - r * 0.62 + i * ((r * 1.24) / Math.max(1, bands - 1))),
      width: tenth(r * 2.4),
      height: tenth(r * (0.05 + random() * 0.1)),
      fill: c.shade,
      opacity: 0.55,
    },
  }))
  return [
    clip(id, circle(x, y, r)),
    group({ clipPath: `url(#${id})` }, [
      circle(x, y, r, { fill: c.shade }),
      circle(lx, ly, r * 1.02, { fill: c.body }),
      group({ transform: `rotate(${tenth(light + 70)} ${tenth(x)} ${tenth(y)})` }, stripes),
    ]),
  ]
}

/** The meridians cover a quarter around [0, 0] and have the same text in each cover, which compresses well. */
const meridians = Array.from({ length: 6 }, (_, i) =>
  line(onEllipse(0, 0, 62, 62, 0, i * 15), onEllipse(0, 0, 720, 720, 0, i * 15)),
).join('')

type Draw = (random: Random, c: Inks, id: string) => CoverShape[]

/** The plane of each motif is 640 × 360. */
export const draw: Record<CoverMotif, Draw> = {
  // The motif shows nested ellipses that share one focus, with a body on each.
  orbits(random, c, id) {
    // The far end of the ellipses is at the upper right or at the lower left, because a badge covers the upper left.
    const left = random() < 0.5
    const fx = left ? 450 - random() * 70 : 190 + random() * 70
    const fy = 180 + (random() - 0.5) * 40
    const lean = 8 + random() * 20
    const turn = left ? 180 - lean : -lean
    const e = 0.42 + random() * 0.1
    const count = 4
    const shapes: CoverShape[] = []
    const orbit = (i: number) => {
      const a = 96 + i * 72
      return {
        a,
        b: a * Math.sqrt(1 - e * e),
        cx: fx + a * e * Math.cos(radians(turn)),
        cy: fy + a * e * Math.sin(radians(turn)),
      }
    }
    for (let i = count - 1; i >= 0; i--) {
      const { a, b, cx, cy } = orbit(i)
      const outermost = i === count - 1
      shapes.push(
        ellipse(
          cx,
          cy,
          a,
          b,
          turn,
          outermost
            ? { fill: c.second, stroke: c.line, strokeWidth: 1.5 }
            : stroke(c.line, 1.5, { opacity: tenth(0.9 - i * 0.1) }),
        ),
      )
    }
    for (let i = 0; i < count; i++) {
      const { a, b, cx, cy } = orbit(i)
      const place = () =>
        onEllipse(cx, cy, a, b, turn, i === 2 ? 0 : i === 0 ? -60 + random() * 120 : 40 + random() * 280)
      let at = place()
      const outside = ([x, y]: Point) => x < 24 || x > 616 || y < 24 || y > 336
      for (let tries = 1; i !== 2 && tries < 16 && outside(at); tries++) at = place()
      if (i === 2) {
        shapes.push(
          circle(at[0], at[1], 9, { fill: c.spark }),
          circle(at[0], at[1], 16, stroke(c.spark, 1.5)),
        )
      } else {
        shapes.push(circle(at[0], at[1], 5 + random() * 7, { fill: c.body }))
      }
    }
    return [...shapes, ...planet(`${id}p`, fx, fy, 30 + random() * 8, c, 200, 0, random)]
  },

  // The motif shows two circular orbits and the half-ellipse between them.
  transfer(random, c, id) {
    const left = random() < 0.5
    const x = left ? 290 + random() * 150 : 200 + random() * 150
    const y = 192 + random() * 28
    const r1 = 74 + random() * 34
    const r2 = 186 + random() * 38
    const t = left ? -165 + random() * 22 : -12 - random() * 42
    const from = onEllipse(x, y, r1, r1, 0, t + 180)
    const to = onEllipse(x, y, r2, r2, 0, t)
    const a = (r1 + r2) / 2
    const b = Math.sqrt(r1 * r2)
    const tick = { stroke: c.line, opacity: 0.6 }
    return [
      circle(x, y, r2, { fill: c.second }),
      circle(x, y, r2, stroke(c.line)),
      circle(x, y, r1, stroke(c.line)),
      circle(x, y, a, stroke(c.line, 1, { strokeDasharray: '2 9', opacity: 0.7 })),
      path(
        `M${point(from)}A${tenth(a)} ${tenth(b)} ${tenth(t)} 0 1 ${point(to)}`,
        stroke(c.spark, 3.5, { strokeLinecap: 'round' }),
      ),
      marks([x, y], [r2 + 8, r2 + 13], { at: [0], period: 6, width: 1.2 }, tick),
      marks([x, y], [r2 + 13, r2 + 20], { at: [0], period: 30, width: 1.2 }, tick),
      ...planet(`${id}p`, x, y, r1 * 0.5, c, 215, 3, random),
      circle(from[0], from[1], 7, { fill: c.body }),
      circle(to[0], to[1], 12, { fill: c.spark }),
    ]
  },

  // The motif shows five moons along an arc, from new to full to new.
  phases(random, c) {
    const lift = 60 + random() * 40
    const base = 210 + random() * 16
    const shapes: CoverShape[] = [
      path(
        `M-20 ${tenth(base + 40)}Q320 ${tenth(base - lift * 2)} 660 ${tenth(base + 40)}`,
        stroke(c.line, 1.5),
      ),
    ]
    const lit = [-0.72, -0.3, 1, 0.3, 0.72]
    lit.forEach((k, i) => {
      const t = (i + 0.5) / lit.length
      const x = -20 + 680 * t
      const y = (1 - t) * (1 - t) * (base + 40) + 2 * t * (1 - t) * (base - lift * 2) + t * t * (base + 40)
      const r = i === 2 ? 74 : i === 1 || i === 3 ? 46 : 28
      shapes.push(circle(x, y, r, { fill: c.second }))
      if (i === 2) {
        const crater = { fill: c.shade, opacity: 0.5 }
        shapes.push(
          circle(x, y, r, { fill: c.body }),
          circle(x - r * 0.3, y - r * 0.2, r * 0.16, crater),
          circle(x + r * 0.28, y + r * 0.3, r * 0.22, crater),
          circle(x + r * 0.2, y - r * 0.42, r * 0.09, crater),
        )
      } else {
        const side = k < 0 ? 1 : 0
        const inner = tenth(r * Math.abs(k))
        shapes.push(
          path(
            `M${point([x, y - r])}A${r} ${r} 0 0 ${side} ${point([x, y + r])}` +
              `A${inner} ${r} 0 0 ${1 - side} ${point([x, y - r])}`,
            { fill: c.body },
          ),
        )
      }
      shapes.push(circle(x, y, r, stroke(c.line, 1.5)))
    })
    return [...shapes, circle(320, tenth(base - lift * 0.82 - 100), 6, { fill: c.spark })]
  },

  // The motif shows one disc that crosses another, with measured rays.
  eclipse(random, c) {
    const x = 320 + (random() - 0.5) * 120
    const y = 180
    const r = 92 + random() * 14
    const off = (random() < 0.5 ? -1 : 1) * (42 + random() * 26)
    const short = { stroke: c.line, opacity: 0.6 }
    const long = { stroke: c.line, opacity: 0.9 }
    return [
      marks([x, y], [r + 17, r + 45], { at: [5, 10, 15, 20, 25], period: 30, width: 1.5 }, short),
      marks([x, y], [r + 45, r + 63], { at: [15], period: 30, width: 1.5 }, short),
      // A mark grows wider towards its end.
      marks([x, y], [r + 17, r + 55], { at: [0], period: 30, width: 2.2 }, long),
      marks([x, y], [r + 55, r + 93], { at: [0], period: 30, width: 2.2 }, long),
      circle(x, y, r, { fill: c.spark }),
      circle(x + off, y + off * 0.18, r * 0.97, { fill: c.second }),
      circle(x + off, y + off * 0.18, r * 0.97, stroke(c.line, 1.5)),
    ]
  },

  // The motif shows an off-centre polar grid with one constellation.
  chart(random, c) {
    const x = 200 + random() * 240
    const y = 300 + random() * 70
    const shapes: CoverShape[] = [circle(x, y, 250, { fill: c.second })]
    for (let i = 1; i < 8; i++) {
      shapes.push(
        circle(x, y, i * 62.5, stroke(c.line, i === 4 ? 1.8 : 1, { opacity: i === 4 ? 0.9 : 0.45 })),
      )
    }
    for (let turn = 0; turn < 360; turn += 90) {
      const transform = `translate(${point([x, y])}) rotate(${turn})`
      shapes.push(path(meridians, stroke(c.line, 1, { opacity: 0.4, transform })))
    }
    const count = 6 + Math.floor(random() * 2)
    const points = Array.from({ length: count }, (_, i): Point => {
      const px = 90 + i * (460 / (count - 1)) + (random() - 0.5) * 40
      return [px, 60 + random() * 150 + Math.sin(i * 1.7) * 24]
    })
    shapes.push(path(`M${points.map(point).join('L')}`, stroke(c.body, 2.2, { strokeLinejoin: 'round' })))
    const marked = 1 + Math.floor(random() * (count - 2))
    points.forEach(([px, py], i) => {
      if (i === marked)
        shapes.push(circle(px, py, 20, stroke(c.spark, 2)), circle(px, py, 11, { fill: c.spark }))
      else shapes.push(circle(px, py, 5 + random() * 6, { fill: c.body }))
    })
    return shapes
  },

  // The motif shows wavefronts that leave one small source.
  signal(random, c) {
    const mirrored = random() < 0.5
    const x = mirrored ? 500 : 140
    const y = 300 + random() * 30
    const aim = mirrored ? 225 : 315
    const shapes: CoverShape[] = []
    for (let i = 7; i > 0; i--) shapes.push(circle(x, y, i * 62, { fill: i % 2 ? c.second : c.ground }))
    for (let i = 1; i < 8; i++) {
      const marked = i === 4
      shapes.push(
        path(
          arc(x, y, i * 62, aim - 44, aim + 44),
          stroke(marked ? c.spark : c.body, marked ? 5 : 2.2, {
            strokeLinecap: 'round',
            opacity: marked ? 1 : Math.round((0.85 - i * 0.06) * 100) / 100,
          }),
        ),
      )
    }
    const [px, py] = onEllipse(x, y, 4 * 62, 4 * 62, 0, aim + 44)
    return [...shapes, circle(x, y, 24, { fill: c.body }), circle(px, py, 9, { fill: c.spark })]
  },

  // The motif shows a large limb, contour lines and a small moon on its path.
  horizon(random, c, id) {
    const x = 180 + random() * 280
    const r = 420 + random() * 60
    const y = 250 + r - 30
    const side = random() < 0.5 ? 1 : -1
    const contours: CoverShape[] = []
    for (let i = 1; i < 7; i++) {
      contours.push(
        circle(
          x + side * i * 14,
          y + i * 24,
          r,
          i % 2 ? { fill: c.shade, opacity: 0.32 } : { fill: c.body, opacity: 0.9 },
        ),
      )
    }
    const moon = onEllipse(x, y, r + 96, r + 96, 0, 270 + side * (10 + random() * 12))
    const spark = onEllipse(x, y, r + 96, r + 96, 0, 270 - side * (16 + random() * 8))
    return [
      path(arc(x, y, r + 96, 200, 340), stroke(c.line, 1.5, { strokeDasharray: '2 9' })),
      circle(x, y, r, { fill: c.body }),
      clip(`${id}h`, circle(x, y, r)),
      group({ clipPath: `url(#${id}h)` }, contours),
      ...planet(`${id}m`, moon[0], moon[1], 34, c, 210, 0, random),
      circle(spark[0], spark[1], 8, { fill: c.spark }),
    ]
  },

  // The motif draws a banded planet in this order: back half of the ring, disc, front half.
  ringed(random, c, id) {
    const x = 300 + random() * 80
    const y = 182
    const r = 92 + random() * 14
    const turn = -22 + random() * 12
    const rings = [
      { scale: 1.55, width: 9 },
      { scale: 1.75, width: 3 },
      { scale: 2.02, width: 2 },
    ]
    const half = (scale: number, sweep: number) => {
      const a = r * scale
      const b = a * 0.26
      const from = point(onEllipse(x, y, a, b, turn, 180))
      const to = point(onEllipse(x, y, a, b, turn, 0))
      return `M${from}A${tenth(a)} ${tenth(b)} ${tenth(turn)} 0 ${sweep} ${to}`
    }
    const back = rings.map(({ scale, width }) => path(half(scale, 1), stroke(c.line, width)))
    const disc = planet(`${id}p`, x, y, r, c, 215, 5, random)
    const front = rings.map(({ scale, width }, i) =>
      path(half(scale, 0), stroke(i ? c.line : c.spark, width)),
    )
    const at = random() < 0.5 ? -44 - random() * 14 : 136 - random() * 14
    const moon = onEllipse(x, y, r * 1.62, r * 1.62, 0, at)
    return [
      circle(x, y, r * 1.62, stroke(c.line, 1, { strokeDasharray: '2 9' })),
      ...back,
      ...disc,
      ...front,
      circle(moon[0], moon[1], 13, { fill: c.body }),
    ]
  },
}

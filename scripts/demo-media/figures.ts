// The functions draw lessons and handouts; each returns HTML or SVG text.
// `at` is the sentence (0-based, within its slide) with which a part appears; `marks` are sentences during which it is outlined. On
// paper neither is set, and all parts are visible.

type Tone = 'text' | 'dim' | 'ice' | 'leaf' | 'ember' | 'rust'

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const appears = (at: number | undefined): string => (at === undefined ? '' : ` data-at="${at}"`)
const marked = (marks: number[] | undefined): string => (marks ? ` data-mark="${marks.join(' ')}"` : '')

interface Point {
  text: string
  sub?: string
  at?: number
}

/** Draws a list of short lines that appear one after the other. */
export function points(items: Point[]): string {
  const rows = items.map(
    ({ text, sub, at }) =>
      `<li${appears(at)}>${escapeText(text)}${sub ? `<small>${escapeText(sub)}</small>` : ''}</li>`,
  )
  return `<ul class="points">${rows.join('')}</ul>`
}

/** Draws one large statement with a quieter line below. */
export function statement(text: string, sub = '', at?: number): string {
  return `<div class="statement"${appears(at)}><p>${escapeText(text)}</p>${sub ? `<small>${escapeText(sub)}</small>` : ''}</div>`
}

interface CodeLine {
  text: string
  at?: number
  marks?: number[]
}

const keywords =
  /\b(SELECT|FROM|WHERE|JOIN|ON|GROUP BY|ORDER BY|HAVING|OVER|PARTITION BY|IS NOT NULL|IS NULL|NOT|AND|OR|AS|LIMIT|COUNT|SUM|AVG|LAG|type|const|function|return|if|typeof|for|in|import|def|else|string|number)\b/g

function tint(code: string): string {
  const comment = /^(.*?)((?:--|#|\/\/) .*)$/.exec(code)
  const [body, note] = comment ? [comment[1] ?? '', comment[2] ?? ''] : [code, '']
  const coloured = escapeText(body)
    .replace(/'[^']*'/g, (quoted) => `<i>${quoted}</i>`)
    .replace(keywords, '<b>$1</b>')
  return coloured + (note ? `<em>${escapeText(note)}</em>` : '')
}

/** Draws program text line by line. `tinted: false` preserves the lines of a text without colouring them. */
export function code(lines: (string | CodeLine)[], { tinted = true } = {}): string {
  const rows = lines.map((line) => {
    const { text, at, marks } =
      typeof line === 'string' ? { text: line, at: undefined, marks: undefined } : line
    return `<span class="line"${appears(at)}${marked(marks)}>${(tinted ? tint(text) : escapeText(text)) || '&nbsp;'}</span>`
  })
  return `<pre class="code"><code>${rows.join('')}</code></pre>`
}

interface Cell {
  text: string
  tone?: Tone
  at?: number
  marks?: number[]
}

interface TableSpec {
  head: string[]
  rows: (string | Cell)[][]
  /** Lists, by row, the sentences with which a row appears or during which it is outlined. */
  rowAt?: (number | undefined)[]
  rowMarks?: (number[] | undefined)[]
  /** The columns contain figures and are aligned right. */
  numeric?: number[]
  /** The widths are in percent. Without them, columns are as wide as their content. */
  widths?: number[]
}

export function table({
  head,
  rows,
  rowAt = [],
  rowMarks = [],
  numeric = [],
  widths = [],
}: TableSpec): string {
  const side = (column: number): string => (numeric.includes(column) ? ' class="figure"' : '')
  const top = head.map((text, column) => `<th scope="col"${side(column)}>${escapeText(text)}</th>`).join('')
  const body = rows.map((row, index) => {
    const cells = row.map((given, column) => {
      const cell: Cell = typeof given === 'string' ? { text: given } : given
      const tone = cell.tone ? ` data-tone="${cell.tone}"` : ''
      return `<td${side(column)}${tone}${marked(cell.marks)}><span${appears(cell.at)}>${escapeText(cell.text)}</span></td>`
    })
    return `<tr${appears(rowAt[index])}${marked(rowMarks[index])}>${cells.join('')}</tr>`
  })
  const columns = widths.map((width) => `<col style="width: ${width}%">`).join('')
  return `<table>${columns}<thead><tr>${top}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

interface Bar {
  label: string
  /** The range is 0 to 1 of the full width. */
  part: number
  text: string
  tone?: Tone
  at?: number
}

export function bars(items: Bar[]): string {
  const rows = items.map(
    ({ label, part, text, tone = 'ice', at }) =>
      `<div class="bar"${appears(at)}><span>${escapeText(label)}</span>` +
      `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="grow" data-fill="${tone}" width="${part * 100}" height="10"/></svg>` +
      `<b>${escapeText(text)}</b></div>`,
  )
  return `<div class="bars">${rows.join('')}</div>`
}

interface Column {
  title: string
  lines: string[]
  tone?: Tone
  at?: number
  marks?: number[]
}

/** Draws two or three columns to compare. */
export function compare(columns: Column[]): string {
  const parts = columns.map(
    ({ title, lines, tone = 'text', at, marks }) =>
      `<div class="column"${appears(at)}${marked(marks)}><h3 data-tone="${tone}">${escapeText(title)}</h3>` +
      `${lines.map((line) => `<p>${escapeText(line)}</p>`).join('')}</div>`,
  )
  return `<div class="compare">${parts.join('')}</div>`
}

/** Draws two figures side by side. `split` is the width of the left one in percent. */
export function beside(left: string, right: string, split: 40 | 50 | 60 = 50): string {
  return `<div class="beside split-${split}"><div>${left}</div><div>${right}</div></div>`
}

interface Shape {
  tone?: Tone
  at?: number
  marks?: number[]
}

export function drawing(width: number, height: number, parts: string[]): string {
  return `<svg class="drawing" viewBox="0 0 ${width} ${height}" role="img">${parts.join('')}</svg>`
}

export function label(
  x: number,
  y: number,
  text: string,
  {
    tone = 'text',
    at,
    size = 26,
    anchor = 'middle',
    bold = false,
  }: Shape & { size?: number; anchor?: 'start' | 'middle' | 'end'; bold?: boolean } = {},
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" font-weight="${bold ? 600 : 400}" data-fill="${tone}"${appears(at)}>${escapeText(text)}</text>`
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  text: string,
  {
    tone = 'text',
    at,
    marks,
    sub,
    size = 26,
    solid = false,
  }: Shape & { sub?: string; size?: number; solid?: boolean } = {},
): string {
  const middle = y + height / 2 + size * 0.34 - (sub ? size * 0.55 : 0)
  return (
    `<g${appears(at)}><rect class="${solid ? 'solid' : 'box'}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8" ${solid ? 'data-fill' : 'data-stroke'}="${tone}"/>` +
    (marks
      ? `<rect class="mark" x="${x - 5}" y="${y - 5}" width="${width + 10}" height="${height + 10}" rx="12"${marked(marks)}/>`
      : '') +
    `<text x="${x + width / 2}" y="${middle}" font-size="${size}" text-anchor="middle" font-weight="500" ${solid ? 'class="on-solid"' : 'data-fill="text"'}>${escapeText(text)}</text>` +
    (sub
      ? `<text x="${x + width / 2}" y="${middle + size * 1.15}" font-size="${size * 0.8}" text-anchor="middle" ${solid ? 'class="on-solid"' : 'data-fill="dim"'}>${escapeText(sub)}</text>`
      : '') +
    '</g>'
  )
}

export function dot(x: number, y: number, radius: number, { tone = 'text', at, marks }: Shape = {}): string {
  return (
    `<g${appears(at)}><circle cx="${x}" cy="${y}" r="${radius}" data-fill="${tone}"/>` +
    (marks ? `<circle class="mark" cx="${x}" cy="${y}" r="${radius + 8}"${marked(marks)}/>` : '') +
    '</g>'
  )
}

/** Draws an empty ellipse, such as a set or an orbit. */
export function ring(x: number, y: number, rx: number, ry: number, { tone = 'dim', at }: Shape = {}): string {
  return `<ellipse class="box" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" data-stroke="${tone}"${appears(at)}/>`
}

/** Draws a path that extends when it appears; a dashed path fades in. */
export function stroke(
  path: string,
  { tone = 'dim', at, width = 2.5, dashed = false }: Shape & { width?: number; dashed?: boolean } = {},
): string {
  return dashed
    ? `<path class="dashed" d="${path}" stroke-width="${width}" data-stroke="${tone}"${appears(at)}/>`
    : `<path class="drawn" pathLength="1" d="${path}" stroke-width="${width}" data-stroke="${tone}"${appears(at)}/>`
}

export function arrow(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  { tone = 'dim', at }: Shape = {},
): string {
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const wing = (turn: number): string =>
    `${(x2 - 14 * Math.cos(angle + turn)).toFixed(1)} ${(y2 - 14 * Math.sin(angle + turn)).toFixed(1)}`
  return (
    stroke(`M${x1} ${y1}L${x2} ${y2}`, { tone, at }) +
    `<path class="head" d="M${wing(0.45)}L${x2} ${y2}L${wing(-0.45)}" stroke-width="2.5" data-stroke="${tone}"${appears(at)}/>`
  )
}

export function flow(
  nodes: { text: string; sub?: string; at?: number; marks?: number[]; tone?: Tone }[],
): string {
  const gap = nodes.length > 6 ? 36 : 56
  const width = (1116 - gap * (nodes.length - 1)) / nodes.length
  const size = nodes.length > 6 ? 20 : nodes.length > 4 ? 22 : nodes.length > 3 ? 25 : 28
  const parts = nodes.map(({ text, sub, at, marks, tone }, index) => {
    const x = 2 + index * (width + gap)
    const link = index === 0 ? '' : arrow(x - gap + 8, 90, x - 8, 90, { at })
    return link + box(x, 30, width, 120, text, { sub, at, marks, tone, size })
  })
  return drawing(1120, 180, parts)
}

interface PlotSpec {
  /** The x and y of each point range from 0 to 1; y increases upwards. */
  lines: { points: [number, number][]; tone?: Tone; at?: number; dashed?: boolean }[]
  dots?: { x: number; y: number; tone?: Tone; at?: number; marks?: number[] }[]
  labels?: { x: number; y: number; text: string; tone?: Tone; at?: number }[]
  xAxis: string
  yAxis: string
  height?: number
}

export function plot({ lines, dots = [], labels = [], xAxis, yAxis, height = 400 }: PlotSpec): string {
  const inner = { left: 20, top: 44, width: 1080, height: height - 104 }
  const px = (x: number): number => Math.round((inner.left + x * inner.width) * 10) / 10
  const py = (y: number): number => Math.round((inner.top + (1 - y) * inner.height) * 10) / 10
  const path = (list: [number, number][]): string =>
    list.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${px(x)} ${py(y)}`).join('')
  return drawing(1120, height, [
    `<path class="axis" d="M${px(0)} ${py(1)}V${py(0)}H${px(1)}"/>`,
    label(px(0), 26, yAxis, { anchor: 'start', tone: 'dim', size: 24 }),
    label(px(1), height - 18, xAxis, { anchor: 'end', tone: 'dim', size: 24 }),
    ...lines.map(({ points: list, tone = 'ice', at, dashed }) =>
      stroke(path(list), { tone, at, dashed, width: 3.5 }),
    ),
    ...dots.map(({ x, y, tone = 'text', at, marks }) => dot(px(x), py(y), 8, { tone, at, marks })),
    ...labels.map(({ x, y, text, tone = 'text', at }) => label(px(x), py(y), text, { tone, at, size: 25 })),
  ])
}

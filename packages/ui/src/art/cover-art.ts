import { groundIndex } from './cover-grounds.ts'
import { draw, inks, motifs, stars } from './cover-motifs.ts'
import type { CoverMotif } from './cover-motifs.ts'
import { seededRandom } from './seeded-random.ts'
import type { CoverShape } from './cover-shapes.ts'

/**
 * Generates covers deterministically: no randomness, no clock, no network. The category selects the family of motifs; the id
 * selects the colours (neighbouring ids never match); id and title fix the geometry.
 */

export type CoverSubject = { id: number; title: string; category?: string | null }

const families: Record<string, readonly CoverMotif[] | undefined> = {
  Programming: ['orbits', 'transfer'],
  Design: ['phases', 'eclipse'],
  Business: ['transfer', 'horizon'],
  'Data Science': ['chart', 'orbits'],
  Marketing: ['signal', 'horizon'],
  'AI & ML': ['ringed', 'chart'],
}

function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 15), 2246822507)
  return (h ^ (h >>> 13)) >>> 0
}

/**
 * Covers share a small number of skies, so that a page of many covers compresses well: equal dots cost little more than their
 * colour.
 */
const skies = 4
/**
 * Motifs draw their random numbers from this index on. Earlier versions used the numbers before it for the sky, so the index keeps
 * the motifs as they were.
 */
const firstNumberOfMotif = 170

/**
 * Returns the shapes of a course's cover on a 640 × 360 plane. `idPrefix` begins the ids of clip paths and must be unique in the
 * document.
 */
export function coverShapes(subject: CoverSubject, idPrefix: string) {
  const seed = hash(`${subject.id}|${subject.title}`)
  const random = seededRandom(seed)
  for (let number = 0; number < firstNumberOfMotif; number++) random()
  const ink = inks[groundIndex(subject.id)] ?? inks[0]
  const family = families[subject.category ?? ''] ?? motifs
  const motif = family[(seed >>> 5) % family.length] ?? 'orbits'
  const ground: CoverShape = { tag: 'rect', attributes: { width: 640, height: 360, fill: ink.ground } }
  return {
    motif,
    ink: ink.name,
    shapes: [ground, ...stars(seededRandom(seed % skies), ink, 34), ...draw[motif](random, ink, idPrefix)],
  }
}

const svgNames: Record<string, string> = {
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  strokeDasharray: 'stroke-dasharray',
  strokeDashoffset: 'stroke-dashoffset',
  clipPath: 'clip-path',
}

/** Serialises the shape exactly as React writes the element. */
export function shapeText({ tag, attributes, children = [] }: CoverShape): string {
  // Names and values need no escaping: this file makes all of them from numbers, colours and ids.
  const text = Object.entries(attributes).map(([name, value]) => ` ${svgNames[name] ?? name}="${value}"`)
  return `<${tag}${text.join('')}>${children.map(shapeText).join('')}</${tag}>`
}

/** Returns the cover as a standalone SVG document, for share images and mail. */
export function coverSvg(subject: CoverSubject): string {
  const { shapes } = coverShapes(subject, 'c')
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">' +
    `${shapes.map(shapeText).join('')}</svg>`
  )
}

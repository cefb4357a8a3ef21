import { expect, test } from 'vitest'
import { coverShapes, coverSvg } from './cover-art.ts'

const course = { id: 5, title: 'Practical Machine Learning', category: 'AI & ML' }

test('the same course always gets the same cover', () => {
  expect(coverSvg(course)).toBe(coverSvg({ ...course }))
  expect(coverShapes(course, 'a').motif).toBe('ringed')
  expect(coverShapes(course, 'a').ink).toBe('bone')
})

test('another title is another picture', () => {
  expect(coverSvg({ ...course, title: 'Practical Machine Learning 2' })).not.toBe(coverSvg(course))
})

test('covers share four skies, so that a page of covers compresses well', () => {
  const skies = new Set<unknown>()
  for (let id = 1; id < 60; id++) {
    const { shapes } = coverShapes({ id, title: `Course ${id}`, category: null }, 'a')
    const sky = shapes.filter(({ attributes }) => /^M\d+ \d+h0/.test(String(attributes['d'])))
    skies.add(sky.map(({ attributes }) => attributes['d']).join(' '))
  }
  expect(skies.size).toBe(4)
})

test('neighbouring ids never share their inks', () => {
  for (let id = 1; id < 60; id++) {
    const inkOf = (each: number) => coverShapes({ id: each, title: 'One', category: 'Design' }, 'a').ink
    expect(inkOf(id)).not.toBe(inkOf(id + 1))
  }
})

test('a category keeps to its family, and a course without one may get any', () => {
  const motifs = new Set<string>()
  const all = new Set<string>()
  for (let id = 1; id < 200; id++) {
    motifs.add(coverShapes({ id, title: `Course ${id}`, category: 'Design' }, 'a').motif)
    all.add(coverShapes({ id, title: `Course ${id}`, category: null }, 'a').motif)
  }
  expect([...motifs].toSorted()).toEqual(['eclipse', 'phases'])
  expect(all.size).toBe(8)
})

test('covers of one motif face either side', () => {
  const sides = new Set<string>()
  for (let id = 1; id < 60; id++) {
    const { motif, shapes } = coverShapes({ id, title: `Course ${id}`, category: 'Programming' }, 'a')
    const far = shapes.find(({ attributes }) => attributes['r'] === (motif === 'transfer' ? 12 : 9))
    sides.add(`${motif} ${Number(far?.attributes['cx']) > 320 ? 'right' : 'left'}`)
  }
  expect([...sides].toSorted()).toEqual(['orbits left', 'orbits right', 'transfer left', 'transfer right'])
})

test('no user input gets into the picture', () => {
  const svg = coverSvg({ id: 1, title: '"><script>alert(1)</script>', category: '<b>' })
  expect(svg).not.toContain('script')
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^<]*>(<[a-zA-Z]+[^<>]*>|<\/[a-zA-Z]+>)*<\/svg>$/,
  )
})

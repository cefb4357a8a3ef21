import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CoverDrawing } from './cover-drawing.tsx'
import { coverMarkup } from './cover-markup.ts'

test('the server writes the markup that the browser hydrates, for every motif and colour', () => {
  const motifs = new Set<string>()
  for (let id = 1; id < 120; id++) {
    const subject = { id, title: `Course ${id}`, category: null }
    const drawn = renderToStaticMarkup(<CoverDrawing {...subject} />)
    const prefix = / id="([^"]*c)\w?"/.exec(drawn)?.[1] ?? 'none'
    const { motif, ink, markup } = coverMarkup(subject, prefix)
    expect(drawn).toContain(`data-motif="${motif}" data-ink="${ink}">${markup}</svg>`)
    motifs.add(motif)
  }
  expect(motifs.size).toBe(8)
})

test('equal covers on one page have ids of their own', () => {
  const subject = { id: 5, title: 'Practical Machine Learning', category: 'AI & ML' }
  expect(coverMarkup(subject, 'a').markup).not.toBe(coverMarkup(subject, 'b').markup)
  expect(coverMarkup(subject, 'a').markup).toBe(coverMarkup({ ...subject }, 'a').markup)
})

/** A part of the lesson page that arrives after the page moves nothing only if its place is kept (late-part.tsx, lesson.css). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../apps/web/src')

test('the lesson page takes every part that arrives later from latePart, which keeps its place', () => {
  const files = globSync(['app/pages/learning/lesson.tsx', 'features/learning/components/lesson/*.tsx'], {
    cwd: web,
  }).filter((file) => !file.endsWith('late-part.tsx'))
  expect(files.length).toBeGreaterThan(4)
  const withoutPlace = files.filter((file) =>
    /lazyWithRetry|Suspense/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(withoutPlace).toEqual([])
})

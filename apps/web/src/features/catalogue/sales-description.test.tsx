/** The tests cover formatted and plain descriptions on sales pages. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const answerSales = (given: Partial<SalesInfo>) =>
  answer('courseSales', { success: true, data: aSalesInfo(given) })

test('a description with a form has it in its tab, and its words elsewhere', async () => {
  const description =
    'For **everybody** who looks up.\n\n- _Why_ things fall\n- [How](https://a.test/how) far'
  answerSales({ course: aCourse({ description }), related: [aCourse({ id: 9, title: 'Next', description })] })
  const { container } = await renderRoute('/sp/5/')
  const about = within(await screen.findByRole('tabpanel', { name: 'About' }))
  const items = await about.findAllByRole('listitem', undefined, { timeout: 10_000 })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Why things fall', 'How far'])
  expect(about.getByRole('link', { name: 'How' }).getAttribute('rel')).toContain('nofollow')
  expect(container.querySelector('.sales-lead')?.textContent).toBe('For everybody who looks up.')
  expect(about.queryByText(/everybody/)).toBeNull()
  expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
    'For everybody who looks up. Why things fall, How far',
  )
  expect(container.textContent).not.toContain('**')
})

test('a description that is only a list is a list in its tab, and words with commas elsewhere', async () => {
  const description = '- Pivot tables\n- Lookup formulas\n- Clean data'
  answerSales({ course: aCourse({ description }), related: [aCourse({ id: 9, title: 'Next', description })] })
  const { container } = await renderRoute('/sp/5/')
  const about = within(await screen.findByRole('tabpanel', { name: 'About' }))
  const items = await about.findAllByRole('listitem', undefined, { timeout: 10_000 })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Pivot tables',
    'Lookup formulas',
    'Clean data',
  ])
  const words = 'Pivot tables, Lookup formulas, Clean data'
  expect(container.querySelector('.sales-lead')?.textContent).toBe(words)
  expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).toBe(words)
  expect(container.textContent).not.toContain('- ')
})

test('a description with the signs of a form that the editor would not write is shown as it was typed', async () => {
  answerSales({ course: aCourse({ description: 'About 2 * 3 and **odd' }) })
  const { container } = await renderRoute('/sp/5/')
  await screen.findByRole('tabpanel', { name: 'About' })
  expect(container.querySelector('.sales-lead')?.textContent).toBe('About 2 * 3 and **odd')
})

import { render, screen, waitFor, within } from '@testing-library/react'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import { expect, test } from 'vitest'

const failureOf = (wait: Promise<unknown>): Promise<string> => wait.then(() => 'no failure', String)

test('a wait that ends without the element prints the document once', async () => {
  render(<p>Here it is not</p>)
  const ended = await failureOf(waitFor(() => screen.getByText('Elsewhere'), { timeout: 120 }))
  expect(ended.split('Here it is not')).toHaveLength(2)
  const found = await failureOf(screen.findByText('Elsewhere', {}, { timeout: 120 }))
  expect(found.split('Here it is not')).toHaveLength(2)
  expect(() => screen.getByText('Elsewhere')).toThrow('Here it is not')
})

test('a failed attempt of a wait does not print the document', async () => {
  const { baseElement } = render(<p>Here it is not</p>)
  const attempts: string[] = []
  const attempt = () => {
    try {
      within(baseElement).getByText('Elsewhere')
    } catch (error) {
      attempts.push(String(error))
      if (attempts.length < 2) throw error
    }
  }
  await waitFor(attempt)
  expect(attempts.join()).toContain('Elsewhere')
  expect(attempts.join()).not.toContain('Here it is not')
})

test('a copy of styles shares nothing with its original', () => {
  const styles = new CSSPropertyManager({ cssText: 'color: red; margin: 1px !important' })
  const copy = styles.clone()
  expect(copy).toEqual(styles)
  for (const property of Object.values(copy.properties)) if (property) property.value = '0'
  copy.set('width', '2px', false)
  expect(styles).toEqual(new CSSPropertyManager({ cssText: 'color: red; margin: 1px !important' }))
})

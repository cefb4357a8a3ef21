import { act, render, screen } from '@testing-library/react'
import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tolerateForeignNodes } from './foreign-nodes.ts'

let end: () => void
beforeEach(() => {
  end = tolerateForeignNodes()
})
afterEach(() => end())

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}
const font = (words: string) => {
  const outer = document.createElement('font')
  const inner = outer.appendChild(document.createElement('font'))
  inner.textContent = words
  return outer
}

/** The ways of translators in browsers. */
const translators: Record<string, (text: Text) => void> = {
  'a wrapper around the node': (text) => {
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.append(text)
  },
  'another node in its place': (text) => text.replaceWith(font(`<${text.data}>`)),
  'another node before it is removed': (text) => {
    text.before(font(`<${text.data}>`))
    text.remove()
  },
}

let press: (change: { busy?: boolean; count?: number; isLate?: boolean }) => void

function Screen() {
  const [{ busy = false, count = 1, isLate = false }, change] = useState<Parameters<typeof press>[0]>({})
  press = change
  return (
    <section>
      {isLate && <b>Late</b>}
      Cart: {count}
      <Button busy={busy} busyLabel="Saving..." icon="check">
        Save
      </Button>
      {!isLate && 'early'} end
    </section>
  )
}

const shown = () =>
  (screen.getByText(/Cart/).closest('section') as Element).textContent.replaceAll(/[<>]/g, '')

test.each(Object.entries(translators))('a page that is translated by %s goes on', async (_, translate) => {
  const { container } = render(<Screen />)
  // React's own nodes are replaced; the observer learns it in a microtask.
  const all = async () => {
    for (const text of textsIn(container)) translate(text)
    await act(async () => Promise.resolve())
  }
  await all()
  act(() => press({ busy: true }))
  expect(shown()).toBe('Cart: 1Saving...early end')
  await all()
  act(() => press({ busy: false, count: 2 }))
  expect(shown()).toBe('Cart: 2Saveearly end')
  await all()
  act(() => press({ count: 3, isLate: true }))
  expect(shown()).toBe('LateCart: 3Save end')
  await all()
  act(() => press({ count: 4, isLate: false }))
  expect(shown()).toBe('Cart: 4Saveearly end')
})

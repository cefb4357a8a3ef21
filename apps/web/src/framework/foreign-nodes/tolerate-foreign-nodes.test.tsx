/**
 * The tests simulate translators of browsers, which wrap a text node or replace it
 * (https://github.com/facebook/react/issues/11538).
 */
import { Button } from '@apogee/ui/button.tsx'
import { render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textsIn, translators } from '#web/testing/translators.ts'
import { tolerateForeignNodes } from './tolerate-foreign-nodes.ts'

let stop: () => void
beforeEach(() => {
  stop = tolerateForeignNodes()
})
afterEach(() => stop())

function Screen({ isBusy, left, rows }: { isBusy: boolean; left: number; rows: string[] }) {
  return (
    <main>
      <Button busy={isBusy} icon="check" busyLabel="Saving...">
        Save
      </Button>
      <p>
        {isBusy && <b>Wait</b>}
        {left} minutes left{isBusy && ' at most'}
      </p>
      <p role="status">{isBusy ? 'Saving' : ''}</p>
      {isBusy ? 'Not saved yet' : 'Saved'}
      <ul>
        {rows.map((row) => (
          <li key={row}>
            {row} <i>row</i>
          </li>
        ))}
      </ul>
      {left > 1 ? <hr /> : null}
      the end
    </main>
  )
}

const states = [
  { isBusy: false, left: 5, rows: ['one', 'two', 'three'] },
  { isBusy: true, left: 4, rows: ['three', 'one'] },
  { isBusy: false, left: 1, rows: ['four', 'one', 'three'] },
  { isBusy: true, left: 0, rows: [] },
  { isBusy: false, left: 9, rows: ['one'] },
]

const plainText = (props: (typeof states)[number]) => {
  const { container, unmount } = render(<Screen {...props} />)
  const text = container.textContent
  unmount()
  return text
}

describe.each(Object.entries(translators))('a translator that %s', (_name, translate) => {
  test('leaves each state of a screen with its own texts', async () => {
    const expected = states.map(plainText)
    const { container, rerender } = render(<Screen {...states[0]!} />)
    const seen: (string | null)[] = []
    for (const state of states) {
      rerender(<Screen {...state} />)
      seen.push(container.textContent)
      translate(container)
      expect(textsIn(container).every((text) => text.parentElement?.closest('font'))).toBe(true)
      await Promise.resolve()
    }
    expect(seen).toEqual(expected)
  })

  test('may work in the same task as React', () => {
    const { container, rerender, unmount } = render(<Screen {...states[0]!} />)
    translate(container)
    rerender(<Screen {...states[1]!} />)
    expect(container.textContent).toBe(plainText(states[1]!))
    translate(container)
    unmount()
    expect(container.textContent).toBe('')
  })
})

test('a page that was translated before it works is drawn anew and works', async () => {
  function Counter() {
    const [count, setCount] = useState(0)
    return (
      <div>
        Pressed {count} times <button onClick={() => setCount(count + 1)}>Press</button>
      </div>
    )
  }
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<Counter />)
  translators.wraps(root)
  const page = hydrateRoot(root, <Counter />, { onRecoverableError: () => undefined })
  await waitFor(() => expect(root.querySelector('font')).toBeNull())
  root.querySelector('button')?.click()
  await waitFor(() => expect(root.textContent).toBe('Pressed 1 times Press'))
  page.unmount()
  root.remove()
})

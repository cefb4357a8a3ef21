import { titleMaxLength } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { outlineMessages } from '../../messages/outline.en.ts'
import '@apogee/ui/fields/input.css'
import '../authoring.css'

// This component loads on demand, because only rows that are not saved yet need it.
const AskBeforeLeaving = lazyWithRetry(
  async () => (await import('#web/platform/drafts/ask-before-leaving.tsx')).AskBeforeLeaving,
)

/** A longer list is not taken at all, so that no line of it is lost. */
const mostPasted = 200

interface Row {
  /** All attempts to save the row send this key, so that the row is created once even if an answer was lost. */
  key: string
  title: string
  /** Null while the row waits or is being saved. */
  problem: string | null
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line !== '')

export interface NewRow {
  title: string
  clientKey: string
}

export interface QuickAddProps {
  label: string
  hint: string
  add: (row: NewRow) => Promise<unknown>
}

/**
 * Adds a row for each title that is typed and confirmed with Enter, or for each line of a pasted list. Rows are saved one after the
 * other. A row that could not be saved keeps its title and can be tried again.
 */
export function QuickAdd({ label, hint, add }: QuickAddProps) {
  const text = useText(outlineMessages)
  const [typed, setTyped] = useState('')
  const { rows, added, take, retry, drop } = useRows(add)
  const [isTooMany, setTooMany] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const confirm = () => {
    const title = typed.trim()
    if (title !== '') take([title])
    setTyped('')
  }
  return (
    <div className="authoring-quick">
      {rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <li key={row.key} data-failed={row.problem === null ? undefined : ''}>
              <span className="authoring-quick-title">{row.title}</span>
              {row.problem === null ? (
                <span className="text-sm text-secondary">{text.quickSaving}</span>
              ) : (
                <>
                  <span role="alert">{row.problem}</span>
                  <Button size="sm" onClick={() => retry(row)}>
                    {text.quickRetry}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    disabled={typed !== ''}
                    onClick={() => {
                      drop(row.key)
                      setTyped(row.title)
                      input.current?.focus()
                    }}
                  >
                    {text.quickEdit}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <input
        ref={input}
        className="ap-input"
        aria-label={label}
        placeholder={hint}
        maxLength={titleMaxLength}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setTooMany(false)
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') confirm()
          else if (pressedKey(event) === 'Escape') setTyped('')
        }}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData.getData('text/plain'))
          if (lines.length < 2) return
          event.preventDefault()
          setTooMany(lines.length > mostPasted)
          if (lines.length <= mostPasted) take(lines)
        }}
      />
      <LiveRegion>{added === null ? null : text.quickAdded(added)}</LiveRegion>
      {isTooMany ? <p role="alert">{text.quickTooMany(mostPasted)}</p> : null}
      {rows.length > 0 ? (
        <Suspense fallback={null}>
          <AskBeforeLeaving loss="text" />
        </Suspense>
      ) : null}
    </div>
  )
}

function useRows(add: QuickAddProps['add']) {
  const failureText = useFailureText()
  const text = useText(outlineMessages)
  const notify = useNotify()
  const [rows, setRows] = useState<readonly Row[]>([])
  /** The title of the newest saved row, which a screen reader announces. */
  const [added, setAdded] = useState<string | null>(null)
  /** Ends when the last row has been saved or refused. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const isShown = useRef(true)
  /** A row goes with its list, for example because another module is chosen. The notice keeps its title. */
  const keepInNotice = (title: string, problem: string) =>
    notify({ tone: 'danger', text: `${title}: ${problem}`, timeout: null })
  const keepFailed = useRef(() => {})
  useEffect(() => {
    keepFailed.current = () => {
      for (const { title, problem } of rows) if (problem !== null) keepInNotice(title, problem)
    }
  })
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      keepFailed.current()
    }
  }, [])
  const drop = (key: string) => setRows((now) => now.filter((row) => row.key !== key))
  const mark = (key: string, problem: string | null) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, problem } : row)))
  const save = ({ key, title }: Row) => {
    queue.current = queue.current.then(async () => {
      try {
        await add({ title, clientKey: key })
        drop(key)
        setAdded(title)
      } catch (error) {
        const problem = failureText(error, text.quickFailed)
        if (isShown.current) mark(key, problem)
        else keepInNotice(title, problem)
      }
    })
  }
  const take = (titles: readonly string[]) => {
    const taken = titles.map((title): Row => ({ key: newId(), title, problem: null }))
    setRows((now) => [...now, ...taken])
    setAdded(null)
    for (const row of taken) save(row)
  }
  const retry = (row: Row) => {
    mark(row.key, null)
    save(row)
  }
  return { rows, added, take, retry, drop }
}

import type { PracticeLanguage } from '@apogee/contracts/courses/practice.ts'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import type { CodeToken } from '../lesson-text/code-tokens.ts'
import { linesOf } from './coloured-lines.ts'
import { practiceMessages } from './messages.en.ts'
import { insertAtCursor } from './insert-text.ts'
import './code-field.css'

type Tokenizer = (code: string) => CodeToken[] | null

/**
 * Draws the code of a field with colours and line numbers behind it, and marks a line. The field above it has no visible text of its
 * own, so both must have the same code, font and spacing.
 */
export function CodeField({
  language,
  code,
  failedLine,
  symbols,
  field,
  children,
}: {
  language: PracticeLanguage
  code: string
  /** The line that failed counts from 1. Null means that none is known. */
  failedLine: number | null
  /** The keys that a phone's keyboard hides. */
  symbols: readonly string[]
  field: RefObject<HTMLTextAreaElement | null>
  children: ReactNode
}) {
  const tokenizer = useTokenizer(language)
  const lines = useMemo(() => linesOf(tokenizer?.(code) ?? [{ text: code, kind: null }]), [tokenizer, code])
  return (
    <>
      <div className="practice-field">
        <pre aria-hidden="true" translate="no">
          {lines.map((parts, index) => (
            <span key={index} className="practice-line" data-failed={index + 1 === failedLine || undefined}>
              {parts.map(({ text, kind }, place) => (
                <span key={place} data-token={kind ?? undefined}>
                  {text}
                </span>
              ))}
            </span>
          ))}
        </pre>
        {children}
      </div>
      <SymbolBar indentation={language === 'python' ? '    ' : '  '} symbols={symbols} field={field} />
    </>
  )
}

/** Returns null until the colours have loaded, or when they cannot be loaded; the code is then shown without colours. */
function useTokenizer(language: PracticeLanguage): Tokenizer | null {
  const [loaded, setLoaded] = useState<{ language: PracticeLanguage; tokenizer: Tokenizer } | null>(null)
  useEffect(() => {
    let isWanted = true
    import('../lesson-text/code-tokens.ts')
      .then(({ loadTokenizer }) => loadTokenizer(language))
      .then((tokenizer) => {
        if (isWanted && tokenizer) setLoaded({ language, tokenizer })
      })
      .catch((error: unknown) => console.warn('code stays without colours', error))
    return () => {
      isWanted = false
    }
  }, [language])
  return loaded?.language === language ? loaded.tokenizer : null
}

/** Offers Tab and brackets above a phone's keyboard while the field has the focus. Other devices have these keys. */
function SymbolBar({
  indentation,
  symbols,
  field,
}: {
  indentation: string
  symbols: readonly string[]
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const text = useText(practiceMessages)
  const bar = useRef<HTMLDivElement>(null)
  useAboveKeyboard(bar)
  return (
    <div ref={bar} className="practice-symbols" role="toolbar" aria-label={text.symbols}>
      {['\t', ...symbols].map((symbol) => (
        <button
          key={symbol}
          type="button"
          // The Tab key leaves the field, and does not walk through these keys of a touch screen.
          tabIndex={-1}
          aria-label={symbol === '\t' ? text.indent : undefined}
          // A press leaves the focus in the field, so the keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus()
            insertAtCursor(symbol === '\t' ? indentation : symbol)
          }}
        >
          {symbol === '\t' ? '⇥' : symbol}
        </button>
      ))}
    </div>
  )
}

/** Keeps the bar at the lower end of what is visible: phones lay their keyboard over the page. */
function useAboveKeyboard(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const place = () => {
      const hidden = Math.max(0, window.innerHeight - view.height - view.offsetTop)
      bar.current?.style.setProperty('bottom', `${Math.round(hidden)}px`)
    }
    place()
    view.addEventListener('resize', place)
    view.addEventListener('scroll', place)
    return () => {
      view.removeEventListener('resize', place)
      view.removeEventListener('scroll', place)
    }
  }, [bar])
}

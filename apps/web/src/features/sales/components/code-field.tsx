import { Button } from '@apogee/ui/button.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { Icon } from '@apogee/ui/icon.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import './cart.css'
import type { CartQuote } from '../cart-quote.ts'
import { setCartCode, setTypedCode, useCartCode } from '#web/platform/cart-code.ts'
import { codeMessages } from '#web/platform/code-messages.en.ts'

type Given = Pick<CartQuote, 'code' | 'error' | 'isAsking'>

/** The coupon field: typing, result and removal. */
export function CodeField({ quote }: { quote: Given }) {
  const kept = useCartCode()
  const problem = useCodeProblem(quote, kept)
  return kept && !problem ? (
    <AppliedCode quote={quote} kept={kept} />
  ) : (
    <CodeForm {...{ quote, kept, problem }} />
  )
}

/** Why the stored code is not applied; null when it is, or unknown. */
function useCodeProblem({ code, error }: Given, kept: string): string | null {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  if (!kept) return null
  if (error) return failureText(error, text.failed)
  return code?.refusal ? text[code.refusal] : null
}

function AppliedCode({ quote, kept }: { quote: Given; kept: string }) {
  const text = useText(codeMessages)
  const shown = quote.code?.code ?? kept
  return (
    <p className="flex items-center justify-between gap-3 text-sm" role="status">
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="check" size="sm" />
        <span className="cart-code">{quote.code ? text.applied(shown) : text.asking(shown)}</span>
      </span>
      <Button variant="quiet" size="sm" aria-label={text.removeCode(shown)} onClick={() => setCartCode('')}>
        {text.remove}
      </Button>
    </p>
  )
}

function CodeForm({ quote, kept, problem }: { quote: Given; kept: string; problem: string | null }) {
  const text = useText(codeMessages)
  const [typed, setTyped] = useState(kept)
  const [isShown, setShown] = useState(kept !== '')
  const field = useRef<HTMLInputElement>(null)
  const moveFocusRef = useFocusOnUnmount(field)
  useEffect(() => () => setTypedCode(''), [])
  if (!isShown) {
    return (
      <Button ref={moveFocusRef} className="-ml-3" variant="quiet" size="sm" onClick={() => setShown(true)}>
        {text.haveCode}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setCartCode(typed.trim())
  }
  return (
    <form className="grid gap-2" method="post" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={text.code}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        error={typed.trim() === kept ? (problem ?? undefined) : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setTypedCode(event.target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={kept !== '' && quote.isAsking} busyLabel={text.checking}>
          {text.apply}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            setTyped('')
            setCartCode('')
            setShown(false)
          }}
        >
          {text.without}
        </Button>
      </div>
    </form>
  )
}

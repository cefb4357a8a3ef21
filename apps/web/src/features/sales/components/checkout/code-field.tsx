import { useEffect } from 'react'
import { setCartCode, setTypedCode, useCartCode } from '#web/shared/buying/cart-code.ts'
import { AppliedCode, CodeForm } from '#web/shared/buying/code-form.tsx'
import { codeMessages } from '#web/shared/buying/code-messages.en.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import './cart.css'
import type { CartQuote } from '../../cart-quote.ts'

type Given = Pick<CartQuote, 'code' | 'error' | 'isAsking'>

export function CodeField({ quote }: { quote: Given }) {
  const text = useText(codeMessages)
  const kept = useCartCode()
  const problem = useCodeProblem(quote, kept)
  if (kept && !problem) {
    const shown = quote.code?.code ?? kept
    return (
      <AppliedCode code={shown} onRemove={() => setCartCode('')}>
        <span className="cart-code text-sm">{quote.code ? text.applied(shown) : text.asking(shown)}</span>
      </AppliedCode>
    )
  }
  return <CartCodeForm quote={quote} kept={kept} problem={problem} />
}

function CartCodeForm({ quote, kept, problem }: { quote: Given; kept: string; problem: string | undefined }) {
  useEffect(() => () => setTypedCode(''), [])
  return (
    <CodeForm
      initial={kept}
      problem={problem}
      isChecking={kept !== '' && quote.isAsking}
      buttonClass="-ml-3"
      onType={setTypedCode}
      onApply={setCartCode}
    />
  )
}

/** Returns why the stored code is not applied; undefined when it is applied or the reason is unknown. */
function useCodeProblem({ code, error }: Given, kept: string): string | undefined {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  if (!kept) return undefined
  if (error) return failureText(error, text.failed)
  return code?.refusal ? text[code.refusal] : undefined
}

import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../platform/language/messages.ts'
import { useViewer } from '../../platform/session/session.tsx'
import { cartBundles, cartStore } from './cart.ts'
import { cartCode, setCartCode } from './cart-code.ts'
import { codeMessages } from './code-messages.en.ts'
import { chosenCohorts, chosenStarts } from './cohort-choice.ts'
import { quoteQuery } from './quote.ts'

/**
 * Returns a function that takes the applied code of a sales page along into the cart, and says so. A cart has one code, so the one
 * with the lower total stays. Every button that puts something into the cart beside a field for a code calls it.
 */
export function useBringCode(): (code: string | null) => Promise<void> {
  const text = useText(codeMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const viewer = useViewer()
  const priceWith = async (code: string) => {
    const ids = cartStore.getState().map(({ id }) => id)
    const bundleIds = cartBundles.getState().map(({ id }) => id)
    const starts = chosenCohorts(chosenStarts.getState(), ids)
    const { data } = await queries.fetchQuery(quoteQuery(ids, code, viewer, starts, bundleIds))
    return data.code && !data.code.refusal ? data.total : Infinity
  }
  return async (code) => {
    if (code === null) return
    const kept = cartCode()
    if (kept === '' || kept.toLowerCase() === code.toLowerCase()) {
      setCartCode(code)
      return notify({ text: text.brought(code) })
    }
    try {
      const [before, now] = await Promise.all([priceWith(kept), priceWith(code)])
      if (before <= now) return notify({ tone: 'info', text: text.stays(kept, code) })
      setCartCode(code)
      notify({ text: text.replaces(code, kept) })
    } catch (error) {
      console.warn('two codes were not compared', error)
      notify({ tone: 'warning', text: text.notCompared(kept, code) })
    }
  }
}

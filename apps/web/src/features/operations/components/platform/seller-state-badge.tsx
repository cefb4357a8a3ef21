import { sellingStates, type SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'

const tones: Record<SellingState, BadgeTone> = {
  applied: 'info',
  approved: 'positive',
  limited: 'warning',
  suspended: 'danger',
}

export function SellerStateBadge({ state }: { state: SellingState }) {
  const text = useText(sellerPageMessages)
  return <Badge tone={tones[state]}>{text[state]}</Badge>
}

/** Returns the name of a state; a state that a newer release introduced is shown unchanged. */
export function useStateName(): (state: string) => string {
  const text = useText(sellerPageMessages)
  return (state) => {
    const known = sellingStates.find((one) => one === state)
    return known ? text[known] : state
  }
}

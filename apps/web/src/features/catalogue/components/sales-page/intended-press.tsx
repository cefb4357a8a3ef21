/** Carries out the press that led a signed-out person from the sales page to the sign-in page. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { createStore } from '#web/platform/session/store.ts'
import { useTakenIntention, type TakenIntention } from '#web/shared/buying/intention.ts'
import { useCourseWithCode } from '../../code-price.ts'
import { purchaseMessages } from '../../messages/purchase.en.ts'
import { useCourseCode } from '../../use-code.ts'
import { useEnrolment, usePurchase } from '../../use-purchase.ts'
import type { Offer, Standing } from './purchase-panel.tsx'

/** Holds the id of the course whose press is being carried out, so that its buttons are busy; 0 means none. */
export const carriedOut = createStore(0)

type Outcome = 'enroll' | 'buy' | Reason
type Reason = 'intendedEnrolled' | 'intendedOwn' | 'intendedClosed' | 'intendedPrice' | 'intendedStart'

/** Decides what becomes of the press, now that the person is known. A course that became free or paid has to be pressed again. */
function outcomeOf(
  { kind }: TakenIntention,
  { course, permissions }: SalesInfo,
  standing: Standing,
): Outcome {
  if (standing === 'enrolled') return 'intendedEnrolled'
  if (permissions.manage) return 'intendedOwn'
  if (standing !== 'free' && standing !== 'paid') return 'intendedClosed'
  if ((kind === 'enroll') !== (standing === 'free')) return 'intendedPrice'
  if (course.hasCohorts) return 'intendedStart'
  return kind === 'enroll' ? 'enroll' : 'buy'
}

export function IntendedPress(given: { offer: Offer; standing: Standing }) {
  const taken = useTakenIntention('course', given.offer.sales.course.id)
  return taken ? <Carried {...given} taken={taken} /> : null
}

function Carried({ offer, standing, taken }: { offer: Offer; standing: Standing; taken: TakenIntention }) {
  // The outcome itself changes the standing, so it is decided once.
  const [outcome] = useState(() => outcomeOf(taken, offer.sales, standing))
  if (outcome === 'enroll') return <Enrolling sales={offer.sales} />
  if (outcome === 'buy') return <Buying sales={offer.sales} taken={taken} />
  return <Explained reason={outcome} />
}

/** Calls `act` in the first effect in which it is ready. */
function useOnce(isReady: boolean, act: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    act()
  })
}

function useBusy(courseId: number, isBusy: boolean): void {
  useEffect(() => {
    carriedOut.setState(isBusy ? courseId : 0)
    return () => carriedOut.setState(0)
  }, [courseId, isBusy])
}

function Enrolling({ sales: { course } }: { sales: SalesInfo }) {
  const { enroll, isEnrolling } = useEnrolment(course.id, null, course)
  useOnce(true, enroll)
  useBusy(course.id, isEnrolling)
  return null
}

function Buying({ sales, taken }: { sales: SalesInfo; taken: TakenIntention }) {
  const { course } = sales
  const code = useCourseCode(course.id)
  const priced = useCourseWithCode(course)
  const { buy, isBuying } = usePurchase(sales, code)
  const [isChanged, setChanged] = useState(false)
  // The price with an applied code arrives one rendering after the code.
  const isReady = !code.isChecking && (code.applied === null || priced !== course)
  useOnce(isReady, () => {
    // A person whose price at the press is unknown presses again.
    if (taken.pressedPrice === currentPrice(priced)) buy()
    else setChanged(true)
  })
  useBusy(course.id, isBuying)
  return isChanged ? <Explained reason="intendedPrice" /> : null
}

/** Says why the press was not carried out. */
function Explained({ reason }: { reason: Reason }) {
  const text = useText(purchaseMessages)
  const notify = useNotify()
  useOnce(true, () => notify({ tone: 'info', text: text[reason], timeout: null }))
  return null
}

/** Holds what every form of an attempt needs: one submission, its notices, and its saving state. */
import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere } from '#web/platform/outbox/saved-here.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useStore } from '#web/platform/session/store.ts'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import type { SaveState } from '../answer-outbox.ts'
import { useSubmitAttempt } from '../api/submit-attempt.ts'
import type { HandInUploads } from '../hand-in-uploads.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import type { useAnswers } from '../use-answers.ts'
import { useLateSubmission } from '../use-late-submission.ts'
import './assessments.css'

const AskBeforeLeaving = lazyWithRetry(
  async () => (await import('#web/platform/drafts/ask-before-leaving.tsx')).AskBeforeLeaving,
)

/** Submits the attempt once, also when its time is over. */
export function useHandIn(
  userId: number,
  attempt: Attempt,
  {
    answers,
    uploads,
    onSubmitted,
  }: { answers: ReturnType<typeof useAnswers>; uploads: HandInUploads; onSubmitted?: () => void },
) {
  const isUnderWay = useIsMutating()
  const [isOver, setIsOver] = useState(false)
  const late = useLateSubmission(userId, attempt)
  const last = () => uploads.settled().then(() => answers.flush())
  const submit = useSubmitAttempt(userId, attempt, { last, onSubmitted })
  const handIn = () => {
    if (!isUnderWay(['submit-attempt', attempt.assessmentId, attempt.number])) submit.mutate()
  }
  const end = () => {
    setIsOver(true)
    handIn()
  }
  const endOnce = useEffectEvent(end)
  useEffect(() => {
    if (answers.state === 'over' && !late.waits) endOnce()
  }, [answers.state, late.waits])
  return { submit, handIn, end, isOver, late }
}

export function AskAboutUploads({ uploads }: { uploads: HandInUploads }) {
  const isUploading = useStore(uploads.pending).some(({ error }) => error === null)
  return (
    <Suspense fallback={null}>
      <AskBeforeLeaving loss={isUploading ? 'upload' : null} />
    </Suspense>
  )
}

export function SubmitNotices({
  late,
  isOver,
  deadline,
  error,
}: {
  late: ReturnType<typeof useLateSubmission>
  isOver: boolean
  deadline: string | null
  error: unknown
}) {
  const text = useText(assessmentsMessages)
  const failureText = useFailureText()
  return (
    <>
      {late.waits ? (
        <HandedInHere deadline={deadline} onTakeBack={isOver ? undefined : late.takeBack} />
      ) : isOver ? (
        <Notice tone="info">{text.timeUp}</Notice>
      ) : null}
      {error ? <Notice tone="danger">{failureText(error, text.submitFailed)}</Notice> : null}
    </>
  )
}

/** Confirms a submission made offline: what counts, and how to undo it. */
function HandedInHere({
  deadline,
  onTakeBack,
}: {
  deadline: string | null
  /** Without `onTakeBack`, the time is over and the submission cannot be withdrawn. */
  onTakeBack: (() => void) | undefined
}) {
  const text = useText(assessmentsMessages)
  const language = useLanguage()
  return (
    <Notice tone="info">
      <span className="grid justify-items-start gap-2">
        <SavedHere />
        <span>
          {deadline === null ? text.handedInUntimed : text.handedInHere(timeInWords(deadline, language))}
        </span>
        {onTakeBack ? (
          <Button size="sm" onClick={onTakeBack}>
            {text.keepAnswering}
          </Button>
        ) : null}
      </span>
    </Notice>
  )
}

const saveTexts = {
  saved: 'allSaved',
  saving: 'saving',
  offline: 'notSaved',
  stopped: 'saveStopped',
  refused: 'saveRefused',
  over: 'timeUp',
} as const satisfies Record<SaveState, keyof (typeof assessmentsMessages)['texts']>

/** `isEmpty` means that no question has an answer yet. */
export function SaveLine({ state, isEmpty }: { state: SaveState; isEmpty: boolean }) {
  const text = useText(assessmentsMessages)
  const isWell = state === 'saved' || state === 'saving'
  return (
    <LiveRegion visible>
      <p className="assess-saved" data-state={state}>
        <Icon name={isWell ? 'check' : 'alert'} size="sm" />
        <span>{isEmpty && state === 'saved' ? text.savesAnswers : text[saveTexts[state]]}</span>
      </p>
    </LiveRegion>
  )
}

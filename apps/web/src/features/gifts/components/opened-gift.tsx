import type { OpenedGift } from '@apogee/contracts/gifts/gifts.ts'
import { languageParameter, type Language } from '@apogee/domain/languages.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { PageLoading } from '#web/platform/failures/state-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { openedGiftQuery } from '../api/gifts.ts'
import { openedGiftMessages } from '../messages/opened-gift.en.ts'
import { CopyGiftLink } from './copy-gift-link.tsx'
import { GiftCard } from './gift-card.tsx'
import { GiftCodePage } from './gift-code-page.tsx'
import './gifts.css'

const PassOnDialog = lazyOnPress(async () => (await import('./pass-on-dialog.tsx')).PassOnDialog)

/** Shows a gift to whoever has its link or its code. */
export function OpenedGiftPage({ code }: { code: string }) {
  const text = useText(openedGiftMessages)
  const { data, error, refetch } = useQuery(openedGiftQuery(code, useViewer()))
  useGiftLanguage(data?.data.language)
  if (data) return <Opened gift={data.data} code={code} />
  if (!error) return <PageLoading title={text.title} />
  return error instanceof ApiError && error.errorCode === 'GIFT_CODE_UNKNOWN' ? (
    <GiftCodePage title={text.unknownTitle} lead={text.unknownHint} />
  ) : (
    <LoadFailurePage title={text.readFailed} head={text.title} error={error} onRetry={() => void refetch()} />
  )
}

const hasChosenLanguage = (): boolean =>
  new URLSearchParams(location.search).has(languageParameter) ||
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${languageParameter}=`))

/** Shows a stranger the page in the language of the gift, unless this visitor has chosen one. */
function useGiftLanguage(wanted: Language | undefined): void {
  const { language, setLanguage } = usePreferences()
  const isStranger = useViewer() === 'anonymous'
  useEffect(() => {
    if (wanted !== undefined && wanted !== language && isStranger && !hasChosenLanguage()) {
      void setLanguage(wanted)
    }
  }, [wanted, language, isStranger, setLanguage])
}

function Opened({ gift, code }: { gift: OpenedGift; code: string }) {
  const text = useText(openedGiftMessages)
  // The server hides the names of a gift that somebody else has taken.
  const isForOthers = gift.state === 'taken' && !gift.isTakenByCaller && !gift.isFromCaller
  return (
    <div className="ap-wrap gifts-opened">
      <Head title={text.title} />
      <GiftCard
        recipientName={gift.recipientName}
        from={isForOthers ? undefined : gift.from}
        message={gift.message}
        language={gift.language}
        courses={gift.courses.map(({ title }) => title)}
        headingAs="h1"
      />
      <section className="ap-panel" data-padded="" aria-labelledby="gift-inside">
        <h2 className="ap-h4" id="gift-inside">
          {text.inside}
        </h2>
        <ul className="gifts-courses">
          {gift.courses.map((course) => (
            <li key={course.id}>
              <Cover
                shape="thumb"
                id={course.id}
                title={course.title}
                category={null}
                image={course.image}
                isDrawnWhenNear
              />
              <span className="grid gap-1">
                <Link className="ap-link font-semibold" to={`/sp/${course.id}/`}>
                  {course.title}
                </Link>
                {course.isOwned && !gift.isTakenByCaller ? (
                  <span>
                    <Badge tone="positive">{text.owned}</Badge>
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        <NextStep gift={gift} code={code} />
      </section>
    </div>
  )
}

function NextStep({ gift, code }: { gift: OpenedGift; code: string }) {
  const text = useText(openedGiftMessages)
  const { session } = useSession()
  const courseIds = gift.courses.map(({ id }) => id)
  if (gift.isTakenByCaller) {
    return (
      <Choice text={text.takenByYou}>
        <ToCourses courseIds={courseIds} />
      </Choice>
    )
  }
  if (gift.state !== 'open') {
    const isTaken = gift.state === 'taken'
    return (
      <Choice
        title={isTaken ? text.takenTitle : text.returnedTitle}
        text={isTaken ? text.takenHint : text.returnedHint}
      >
        <LinkButton as={Link} to="/marketplace" variant="primary">
          {text.browse}
        </LinkButton>
      </Choice>
    )
  }
  if (gift.isFromCaller && !gift.canBePassedOn) {
    return (
      <Choice title={text.ownTitle} text={text.ownHint}>
        <LinkButton as={Link} to="/purchases" variant="primary">
          {text.myPurchases}
        </LinkButton>
      </Choice>
    )
  }
  if (session.state === 'unknown') return <Skeleton shape="button" />
  if (session.state === 'signed-out') return <SignInToTake code={code} />
  return <Taking gift={gift} code={code} account={session.user.name ?? session.user.email} />
}

function Choice({ title, text, children }: { title?: string; text: string; children: ReactNode }) {
  return (
    <div className="gifts-choice" role="status">
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      <p className="text-secondary">{text}</p>
      <div className="gifts-actions">{children}</div>
    </div>
  )
}

/** A single course opens by itself; several are in the list of one's own courses. */
const addressOfCourses = (courseIds: readonly number[]): string =>
  courseIds.length === 1 ? `/course/${courseIds[0]}` : '/learning'

function ToCourses({ courseIds }: { courseIds: readonly number[] }) {
  const text = useText(openedGiftMessages)
  return (
    <LinkButton as={Link} to={addressOfCourses(courseIds)} variant="primary">
      {courseIds.length === 1 ? text.openCourse : text.myLearning}
    </LinkButton>
  )
}

/** Leads back to this page after signing in. */
function SignInToTake({ code }: { code: string }) {
  const text = useText(openedGiftMessages)
  const back = `?redirect=${encodeURIComponent(`/gift/${encodeURIComponent(code)}`)}`
  return (
    <Choice text={text.signInHint}>
      <LinkButton as={Link} to={`/register${back}`} variant="primary" size="lg">
        {text.take}
      </LinkButton>
      <LinkButton as={Link} to={`/login${back}`} variant="quiet" size="lg">
        {text.haveAccount}
      </LinkButton>
    </Choice>
  )
}

function Taking({ gift, code, account }: { gift: OpenedGift; code: string; account: string }) {
  const text = useText(openedGiftMessages)
  const [isPassing, setPassing] = useState(false)
  const [passed, setPassed] = useState<{ link: string; code: string; name: string } | null>(null)
  if (passed) {
    return (
      <Choice title={text.passedTitle(passed.name)} text={text.passedHint}>
        <code translate="no">{passed.code}</code>
        <CopyGiftLink link={passed.link} />
      </Choice>
    )
  }
  if (!gift.canBePassedOn) {
    return (
      <Choice text={text.takeHint(account)}>
        <TakeButton code={code} label={text.take} isMain />
      </Choice>
    )
  }
  return (
    <>
      <Choice {...reasonToPassOn(gift, text)}>
        <Button variant="primary" size="lg" onClick={() => setPassing(true)}>
          {gift.isFromCaller ? text.passOnAgain : text.passOn}
        </Button>
        {gift.isFromCaller ? null : <TakeButton code={code} label={text.takeAnyway} />}
      </Choice>
      {isPassing ? (
        <PassOnDialog
          code={code}
          language={gift.language}
          onPassed={setPassed}
          onClose={() => setPassing(false)}
        />
      ) : null}
    </>
  )
}

/** Somebody who has passed the gift on may correct to whom. */
function reasonToPassOn(
  { isFromCaller, courses }: OpenedGift,
  text: Record<'passedOnTitle' | 'passedOnHint' | 'alreadyTitle' | 'alreadySome' | 'alreadyHint', string>,
): { title: string; text: string } {
  if (isFromCaller) return { title: text.passedOnTitle, text: text.passedOnHint }
  const ownsAll = courses.every(({ isOwned }) => isOwned)
  return { title: ownsAll ? text.alreadyTitle : text.alreadySome, text: text.alreadyHint }
}

function TakeButton({ code, label, isMain = false }: { code: string; label: string; isMain?: boolean }) {
  const text = useText(openedGiftMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const failureText = useFailureText()
  const take = useMutation({
    mutationFn: () => call('takeGift', { body: { code } }),
    onSuccess: ({ data }) => {
      for (const key of ['enrolled', 'courses', 'course', 'sales']) {
        void queries.invalidateQueries({ queryKey: [key] })
      }
      void queries.invalidateQueries({ queryKey: ['opened-gift'], refetchType: 'none' })
      notify({ text: text.taken })
      navigate(addressOfCourses(data.courseIds))
    },
    onError: (error) => {
      notify({ tone: 'danger', text: failureText(error, text.takeFailed) })
      // The refusal means that the gift was taken or returned meanwhile, so the page must show its present state.
      void queries.invalidateQueries({ queryKey: ['opened-gift'] })
    },
  })
  return (
    <Button
      variant={isMain ? 'primary' : 'quiet'}
      size="lg"
      busy={take.isPending || take.isSuccess}
      busyLabel={text.taking}
      onClick={() => take.mutate()}
    >
      {label}
    </Button>
  )
}

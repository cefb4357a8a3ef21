import './achievements.css'
import type { Certificate } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { certificateAddress } from '../certificate-address.ts'
import { certificatesQuery, courseCertificateQuery } from '../api/achievements.ts'
import '@apogee/ui/figures/rows.css'

const askAgainMs = 2000
const issuedWithinAsks = 5

/** Lists the user's own certificates, newest first. With `quietWhenEmpty`, an empty list renders nothing. */
export function Certificates({ userId, quietWhenEmpty }: { userId: number; quietWhenEmpty?: boolean }) {
  const text = useText(achievementsMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const certificates = useInfiniteQuery(certificatesQuery(userId))
  const heading = (
    <h2 id="certificates-heading" className="ap-h3">
      {text.certificates}
    </h2>
  )
  if (certificates.isPending) {
    if (quietWhenEmpty) return null
    return (
      <section aria-labelledby="certificates-heading">
        {heading}
        <Loading label={loading}>
          <SkeletonRows count={2} />
        </Loading>
      </section>
    )
  }
  if (!certificates.data) {
    return (
      <section aria-labelledby="certificates-heading">
        {heading}
        <ErrorState
          title={text.certificatesFailed}
          text={refusalText(certificates.error)}
          action={<Button onClick={() => void certificates.refetch()}>{tryAgain}</Button>}
        />
      </section>
    )
  }
  const all = certificates.data.pages.flatMap(({ data }) => data)
  if (all.length === 0 && quietWhenEmpty) return null
  return (
    <section aria-labelledby="certificates-heading">
      {heading}
      {all.length === 0 ? (
        <p className="text-secondary">
          {text.noCertificates}. {text.noCertificatesHint}
        </p>
      ) : (
        <ul className="ap-rows ach-certificates">
          {all.map((certificate) => (
            <CertificateItem key={certificate.id} certificate={certificate} />
          ))}
        </ul>
      )}
      {certificates.hasNextPage ? (
        <ListEnd
          list={certificates}
          status={text.shownOf(all.length, certificates.data.pages[0]?.meta.total ?? all.length)}
          label={text.showMore}
        />
      ) : null}
    </section>
  )
}

function CertificateItem({
  certificate: { id, courseTitle, sellerName, issuedAt },
}: {
  certificate: Certificate
}) {
  const text = useText(achievementsMessages)
  const language = useLanguage()
  return (
    <li>
      <Icon name="certificate" />
      <div>
        <Link
          className="ap-row-link"
          to={certificateAddress(id)}
          aria-label={text.certificateOf(courseTitle)}
        >
          {courseTitle}
        </Link>
        <p>{sellerName}</p>
      </div>
      <time dateTime={issuedAt}>{text.issuedOn(dateInWords(issuedAt, language))}</time>
    </li>
  )
}

export function CourseCertificateLink({
  userId,
  courseId,
  isCompleted,
}: {
  userId: number
  courseId: number
  /** A completed course without a certificate soon gets one, so the query repeats until it arrives. */
  isCompleted: boolean
}) {
  const text = useText(achievementsMessages)
  const { data, isPending } = useQuery({
    ...courseCertificateQuery(userId, courseId),
    refetchInterval: ({ state }) =>
      isCompleted && state.data === null && state.dataUpdateCount < issuedWithinAsks && askAgainMs,
  })
  // A completed course usually has a certificate, so its button has a place from the beginning.
  if (isPending && isCompleted) return <Skeleton shape="button" />
  return data ? (
    <LinkButton as={Link} to={certificateAddress(data.id)} icon="certificate">
      {text.viewCertificate}
    </LinkButton>
  ) : null
}

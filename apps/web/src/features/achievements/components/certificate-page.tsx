import './certificate.css'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Logo } from '@apogee/ui/logo.tsx'
import { useQuery } from '@tanstack/react-query'
import { dateInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { Head, useOrigin } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useCopy } from '#web/platform/use-copy.ts'
import { PageLoading, StatePage } from '#web/platform/state-page.tsx'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { certificateQuery } from '../api/achievements.ts'

/** A certificate at its public address. */
export function CertificatePage({ id }: { id: string }) {
  const text = useText(achievementsMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(certificateQuery(id))
  if (isPending) return <PageLoading />
  if (data?.state === 'valid') return <Valid certificate={data.certificate} />
  const [title, hint] = data
    ? data.state === 'revoked'
      ? [text.revoked, text.revokedHint]
      : [text.notFound, text.notFoundHint]
    : [text.certificateFailed, failureText(error, text.certificateFailed)]
  return (
    <StatePage
      title={title}
      text={hint}
      {...(data ? { back: ['/marketplace', text.toMarketplace] } : { onRetry: () => void refetch() })}
    />
  )
}

function Valid({ certificate }: { certificate: PublicCertificate }) {
  const text = useText(achievementsMessages)
  const language = useLanguage()
  const { id, learnerName, courseTitle, sellerName, issuedAt } = certificate
  const name = learnerName ?? text.unnamed
  const address = useCertificateAddress(id)
  return (
    <div className="ap-wrap certificate-page">
      <Head title={`${text.certificate}: ${name}`} />
      <article className="certificate" data-theme="daylight">
        <CertificateArt />
        <header>
          <Logo name="Apogee" />
        </header>
        <div className="certificate-text">
          <p className="certificate-kind">{text.certificate}</p>
          <p>{text.certifies}</p>
          <h1>{name}</h1>
          <p>{text.hasCompleted}</p>
          <p className="certificate-course">{courseTitle}</p>
          <p>{text.taughtBy(sellerName)}</p>
        </div>
        <dl>
          <div>
            <dt>{text.date}</dt>
            <dd>
              <time dateTime={issuedAt}>{dateInWords(issuedAt, language)}</time>
            </dd>
          </div>
          <div>
            <dt>{text.certificateId}</dt>
            <dd className="certificate-id">{id}</dd>
          </div>
          <div>
            <dt>{text.checkAt}</dt>
            <dd>{address}</dd>
          </div>
        </dl>
      </article>
      <div className="certificate-actions">
        <CopyLink address={address} />
        <Button onClick={() => window.print()}>{text.print}</Button>
        <p>{text.verify}</p>
      </div>
    </div>
  )
}

/** The whole address, as others open it. */
function useCertificateAddress(id: string): string {
  const origin = useOrigin()
  return new URL(`/certificates/${encodeURIComponent(id)}`, origin || 'http://localhost').href
}

/** An orbit with its apogee marked, at the far corner of the sheet. */
function CertificateArt() {
  return (
    <svg className="certificate-art" viewBox="20 0 560 330" aria-hidden="true" focusable="false">
      <g transform="rotate(-18 300 160)">
        <ellipse cx="300" cy="160" rx="250" ry="150" />
        <ellipse cx="236" cy="160" rx="170" ry="102" />
        <ellipse cx="186" cy="160" rx="108" ry="65" />
        <circle className="certificate-planet" cx="100" cy="160" r="24" />
        <circle className="certificate-mark" cx="550" cy="160" r="7" />
      </g>
    </svg>
  )
}

function CopyLink({ address }: { address: string }) {
  const text = useText(achievementsMessages)
  const { copied, copy } = useCopy(address, { success: text.linkCopied, failed: text.copyFailed })
  return (
    <Button variant="primary" icon={copied ? 'check' : 'link'} onClick={copy}>
      {copied ? text.copied : text.copyLink}
    </Button>
  )
}

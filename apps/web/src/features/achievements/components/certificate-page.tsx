import './certificate.css'
import { addressIn, languageParameter, screenLocale } from '@apogee/domain/languages.ts'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Logo } from '@apogee/ui/art/logo.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useSyncExternalStore } from 'react'
import { dateInWords, hoursAndMinutes } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head, useOrigin } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { Link } from '#web/platform/router/router.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { certificateMessages } from '../messages/certificate.en.ts'
import { certificateQuery } from '../api/achievements.ts'
import { CertificateArt } from './certificate-art.tsx'
import { CertificateProof } from './certificate-proof.tsx'
import { FindCertificate } from './find-certificate.tsx'
import { certificateAddress, pictureAddress } from '../certificate-address.ts'

const ForLearner = lazyWithRetry(async () => (await import('./for-learner.tsx')).ForLearner)
const NewerCertificate = lazyWithRetry(async () => (await import('./newer-certificate.tsx')).NewerCertificate)
const CertificateStanding = lazyWithRetry(
  async () => (await import('./certificate-standing.tsx')).CertificateStanding,
)

/** The server renders the page as for a visitor, so that a signed-in person asks again for a certificate that was missing. */
function useCertificate(id: string) {
  const { user } = useSession()
  const forVisitor = useQuery(certificateQuery(id))
  const isMissing = forVisitor.data?.state === 'missing'
  const forUser = useQuery({ ...certificateQuery(id, user?.id), enabled: isMissing && user !== null })
  return isMissing && user ? forUser : forVisitor
}

export function CertificatePage({ id }: { id: string }) {
  const text = useText(achievementsMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useCertificate(id)
  if (isPending) return <PageLoading />
  if (data?.state === 'valid') return <Valid certificate={data.certificate} />
  if (data?.state === 'replaced') return <Replaced id={id} />
  const [title, hint] = data
    ? data.state === 'revoked'
      ? [text.revoked, text.revokedHint]
      : [text.notFound, text.notFoundHint]
    : [text.certificateFailed, failureText(error, text.certificateFailed)]
  return (
    <>
      <StatePage
        title={title}
        text={hint}
        {...(data ? { back: ['/marketplace', text.toMarketplace] } : { onRetry: () => void refetch() })}
      />
      {data?.state === 'missing' ? (
        <div className="ap-wrap mb-16">
          <FindCertificate />
        </div>
      ) : null}
      {/* A certificate that its learner has made private looks missing to the course's people, who may still withdraw it. */}
      {data ? <ForCoursePeople id={id} /> : null}
    </>
  )
}

function Replaced({ id }: { id: string }) {
  const { toMarketplace } = useText(achievementsMessages)
  const { replaced, replacedHint } = useText(certificateMessages)
  const { user } = useSession()
  return (
    <StatePage
      title={replaced}
      text={replacedHint}
      action={
        <>
          {user ? (
            <Suspense fallback={null}>
              <NewerCertificate id={id} user={user} />
            </Suspense>
          ) : null}
          <LinkButton as={Link} to="/marketplace">
            {toMarketplace}
          </LinkButton>
        </>
      }
    />
  )
}

/** Sends no request for students, who never edit a course. */
function ForCoursePeople({ id }: { id: string }) {
  const { user } = useSession()
  if (!user || user.role === 'student') return null
  return (
    <Suspense fallback={null}>
      <CertificateStanding id={id} userId={user.id} />
    </Suspense>
  )
}

function Valid({ certificate }: { certificate: PublicCertificate }) {
  const text = useText(achievementsMessages)
  const { valid, validHint } = useText(certificateMessages)
  const { learnerName, courseTitle, sellerName } = certificate
  const name = learnerName ?? text.unnamed
  return (
    <div className="ap-wrap certificate-page">
      <Head title={`${text.certificate}: ${name}`} />
      <LinkPreview certificate={certificate} />
      <div className="certificate-verdict">
        <Icon name="check-circle" />
        <p>
          <b>{valid}</b> {validHint(name, courseTitle, sellerName)}
        </p>
      </div>
      <Sheet certificate={certificate} />
      <CertificateActions certificate={certificate} />
      <CertificateProof certificate={certificate} address={useCertificateAddress(certificate.id)} />
    </div>
  )
}

function Sheet({ certificate }: { certificate: PublicCertificate }) {
  const text = useText(achievementsMessages)
  const { id, learnerName, courseTitle, sellerName, logo, colour, signer, path, isPrivate } = certificate
  const address = useCertificateAddress(id)
  return (
    <article className="certificate" data-theme="daylight">
      <CertificateArt stations={path?.modules.length ?? 0} colour={colour} />
      <header>
        <Logo name="Apogee" />
      </header>
      <div className="certificate-text">
        <p className="certificate-kind">{text.certificate}</p>
        <p>{text.certifies}</p>
        <h1>{learnerName ?? text.unnamed}</h1>
        <p>{text.hasCompleted}</p>
        <p className="certificate-course">{courseTitle}</p>
        {logo ? (
          <div className="certificate-seller">
            {/* The name beside the picture identifies the person. */}
            <img src={logo} alt="" />
            <p>{text.taughtBy(sellerName)}</p>
          </div>
        ) : (
          <p>{text.taughtBy(sellerName)}</p>
        )}
      </div>
      {signer?.signature ? <Signature {...signer} picture={signer.signature} /> : null}
      <dl>
        <Facts certificate={certificate} />
        <div>
          <dt>{text.certificateId}</dt>
          <dd className="certificate-id">{id}</dd>
        </div>
        {isPrivate ? null : (
          <div>
            <dt>{text.checkAt}</dt>
            <dd>{address}</dd>
          </div>
        )}
      </dl>
    </article>
  )
}

function Signature({ name, role, picture }: { name: string; role: string; picture: string }) {
  const { signatureOf } = useText(certificateMessages)
  return (
    <div className="certificate-signer">
      <img src={picture} alt={signatureOf(name)} />
      <p>{name}</p>
      {role ? <p>{role}</p> : null}
    </div>
  )
}

function Facts({ certificate }: { certificate: PublicCertificate }) {
  const { teacherName, videoMinutes, minutes, signer, issuedAt } = certificate
  const text = useText(achievementsMessages)
  const { instructor, length, ofVideo, signedBy } = useText(certificateMessages)
  const language = useLanguage()
  return (
    <>
      {teacherName ? (
        <div>
          <dt>{instructor}</dt>
          <dd>{teacherName}</dd>
        </div>
      ) : null}
      {minutes || videoMinutes ? (
        <div>
          <dt>{length}</dt>
          <dd>
            {minutes
              ? hoursAndMinutes(minutes, language)
              : ofVideo(hoursAndMinutes(videoMinutes ?? 0, language))}
          </dd>
        </div>
      ) : null}
      {signer && !signer.signature ? (
        <div>
          <dt>{signedBy}</dt>
          <dd>{[signer.name, signer.role].filter(Boolean).join(', ')}</dd>
        </div>
      ) : null}
      <div>
        <dt>{text.date}</dt>
        <dd>
          <time dateTime={issuedAt}>{dateInWords(issuedAt, language)}</time>
        </dd>
      </div>
    </>
  )
}

/**
 * Provides the link preview. Other sites store it after the certificate was revoked, so it names the course and not the person
 * (docs/decisions/achievements.md).
 */
function LinkPreview({ certificate: { id, courseTitle, sellerName } }: { certificate: PublicCertificate }) {
  const text = useText(achievementsMessages)
  const { previewText } = useText(certificateMessages)
  const language = useLanguage()
  const origin = useOrigin()
  const absolute = (path: string) => new URL(path, origin || 'http://localhost').href
  const title = `${text.certificate}: ${courseTitle} · Apogee`
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={previewText(sellerName)} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={absolute(addressIn(language, certificateAddress(id)))} />
      <meta property="og:site_name" content="Apogee" />
      <meta property="og:locale" content={screenLocale(language).replace('-', '_')} />
      <meta
        property="og:image"
        content={absolute(addressIn(language, `/share/certificate-${encodeURIComponent(id)}.png`))}
      />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Returns the certificate's address with its origin, for sharing. */
function useCertificateAddress(id: string): string {
  const origin = useOrigin()
  return new URL(certificateAddress(id), origin || 'http://localhost').href
}

function CertificateActions({ certificate }: { certificate: PublicCertificate }) {
  const text = useText(achievementsMessages)
  const { onlyYou } = useText(certificateMessages)
  const { user } = useSession()
  const { id, isPrivate } = certificate
  const address = useCertificateAddress(id)
  return (
    <div className="certificate-actions">
      {isPrivate ? null : <PublicActions certificate={certificate} address={address} />}
      {user ? (
        <Suspense fallback={null}>
          <ForLearner certificate={certificate} address={address} user={user} />
        </Suspense>
      ) : null}
      <Button variant="quiet" onClick={() => window.print()}>
        {text.print}
      </Button>
      <ForCoursePeople id={id} />
      <p>{isPrivate ? onlyYou : text.verify}</p>
    </div>
  )
}

function PublicActions({ certificate, address }: { certificate: PublicCertificate; address: string }) {
  const text = useText(achievementsMessages)
  const { downloadPdf } = useText(certificateMessages)
  const language = useLanguage()
  const { id, courseTitle } = certificate
  return (
    <>
      <LinkButton
        href={`/api/certificates/${encodeURIComponent(id)}/pdf?${languageParameter}=${language}`}
        download
        variant="primary"
        icon={downloadIcon}
      >
        {downloadPdf}
      </LinkButton>
      <CopyLink address={address} />
      <ShareLink
        title={`${text.certificate}: ${courseTitle}`}
        address={address}
        picture={pictureAddress(id, language)}
      />
    </>
  )
}

function CopyLink({ address }: { address: string }) {
  const text = useText(achievementsMessages)
  const { copied, copy } = useCopy(address, { success: text.linkCopied, failed: text.copyFailed })
  return (
    <Button icon={copied ? 'check' : 'link'} onClick={copy}>
      {copied ? text.copied : text.copyLink}
    </Button>
  )
}

const unchanging = () => () => {}
const canShare = () => typeof navigator.share === 'function'

/** Uses the device's share sheet where available, with the picture of the certificate where it takes files. */
function ShareLink(certificate: { title: string; address: string; picture: string }) {
  const { share, shareFailed } = useText(certificateMessages)
  const notify = useNotify()
  if (!useSyncExternalStore(unchanging, canShare, () => false)) return null
  const open = async () => {
    try {
      const { shareCertificate } = await import('../share-certificate.ts')
      await shareCertificate(certificate)
    } catch (error) {
      // The user closed the sheet without choosing.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify({ tone: 'danger', text: shareFailed })
    }
  }
  return (
    <Button icon="share" onClick={() => void open()}>
      {share}
    </Button>
  )
}

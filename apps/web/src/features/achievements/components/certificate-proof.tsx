import './certificate.css'
import type { CertificatePath, PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { certificateMessages } from '../messages/certificate.en.ts'

/** Says what the course took, who issued the certificate, and how it is checked. */
export function CertificateProof({
  certificate,
  address,
}: {
  certificate: PublicCertificate
  address: string
}) {
  const text = useText(certificateMessages)
  const language = useLanguage()
  const { id, sellerName, issuedAt, path } = certificate
  return (
    <div className="certificate-proof">
      {path ? <Taken path={path} /> : null}
      <section>
        <h2>{text.howToCheck}</h2>
        <p>{text.issuedBy(sellerName, dateInWords(issuedAt, language))}</p>
        <p>{text.checkAddress(new URL(address).host, id)}</p>
      </section>
    </div>
  )
}

function Taken({ path: { modules, watchedPercent, quizPercent } }: { path: CertificatePath }) {
  const text = useText(certificateMessages)
  const sum = (kind: 'lessons' | 'quizzes') => modules.reduce((total, module) => total + module[kind], 0)
  return (
    <section>
      <h2>{text.whatItTook}</h2>
      <p>
        {text.taken(modules.length, sum('lessons'), sum('quizzes'))}{' '}
        {watchedPercent === null ? null : text.watched(watchedPercent)}{' '}
        {quizPercent === null ? null : text.passed(quizPercent)}
      </p>
      <ol>
        {modules.map(({ title }, place) => (
          // Two modules may have the same title.
          <li key={`${place} ${title}`}>{title}</li>
        ))}
      </ol>
    </section>
  )
}

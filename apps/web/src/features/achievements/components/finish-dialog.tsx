import './finish.css'
import type { CourseFinish } from '@apogee/contracts/achievements/achievements.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useMarkFinishSeen } from '../api/own-certificate.ts'
import { certificateAddress } from '../certificate-address.ts'
import { achievementsMessages } from '../messages/achievements.en.ts'
import { finishMessages } from '../messages/finish.en.ts'
import { BadgeEmblem } from './badge-emblem.tsx'
import { CertificateMiniature } from './certificate-miniature.tsx'

/** Appears once for each certificate. `children` follow, such as the rating and further courses. */
export function FinishDialog({
  finish,
  userId,
  courseId,
  onClose,
  children,
}: {
  finish: CourseFinish
  userId: number
  courseId: number
  onClose: () => void
  children: ReactNode
}) {
  const text = useText(finishMessages)
  const words = useText(achievementsMessages)
  const { close } = useText(platformMessages)
  const { certificate, xp, level, isNewLevel, badges } = finish
  const { mutate } = useMarkFinishSeen(userId, courseId)
  const markSeen = useEffectEvent(() => mutate(certificate.id))
  useEffect(() => markSeen(), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      text={text.finished(certificate.courseTitle)}
      closeLabel={close}
    >
      <div className="finish">
        <dl className="finish-gains">
          {xp > 0 ? (
            <div>
              <dt>{text.gained}</dt>
              <dd>+{words.xp(xp)}</dd>
            </div>
          ) : null}
          <div>
            <dt>{text.level}</dt>
            <dd>
              {level} {isNewLevel ? <Badge tone="positive">{text.newLevel}</Badge> : null}
            </dd>
          </div>
        </dl>
        <WonBadges badges={badges} />
        <SmallCertificate certificate={certificate} />
        {children}
      </div>
    </Dialog>
  )
}

function WonBadges({ badges }: Pick<CourseFinish, 'badges'>) {
  const text = useText(finishMessages)
  const names = useText(achievementsMessages)
  if (badges.length === 0) return null
  return (
    <section>
      <h3 className="finish-heading">{text.badges}</h3>
      <ul className="finish-badges">
        {badges.map((badge) => (
          <li key={badge}>
            <BadgeEmblem badge={badge} isEarned />
            {names[`name:${badge}`]}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the certificate in miniature as a link to itself. */
function SmallCertificate({ certificate }: Pick<CourseFinish, 'certificate'>) {
  const text = useText(finishMessages)
  const words = useText(achievementsMessages)
  const language = useLanguage()
  const { id, learnerName, courseTitle, issuedAt, path } = certificate
  return (
    <section>
      <h3 className="finish-heading">{text.certificate}</h3>
      <div className="finish-certificate">
        <CertificateMiniature
          heading={words.certificate}
          name={learnerName ?? words.unnamed}
          courseTitle={courseTitle}
          stations={path?.modules.length}
        >
          <p>{dateInWords(issuedAt, language)}</p>
          <Link className="ap-link" to={certificateAddress(id)}>
            {words.viewCertificate}
          </Link>
        </CertificateMiniature>
      </div>
    </section>
  )
}

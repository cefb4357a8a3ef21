import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { shareCodesQuery } from '../../api/share-codes.ts'
import { shareMessages } from '../../messages/selling/share.en.ts'
import { shareLink } from '../../share-addresses.ts'
import { Networks } from './networks.tsx'
import { QrCode } from './qr-code.tsx'
import { useSalesLink } from './sales-link.tsx'
import './share.css'

export type SharedCourse = Pick<CatalogueCourse, 'id' | 'title' | 'price' | 'isPrivate'>

/** Composes what a seller hands out of a course: its link with a code and a source, a text, the networks, and a QR code. */
export function ShareDialog({ course, onClose }: { course: SharedCourse; onClose: () => void }) {
  const text = useText(shareMessages)
  const common = useText(platformMessages)
  const [code, setCode] = useState('')
  const [source, setSource] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const link = shareLink(useSalesLink(course.id), { code, source })
  const words = typed ?? (code ? text.wordsWithCode(course.title, code) : text.words(course.title))
  const address = useCopy(link, { success: text.linkCopied, failed: text.copyFailed })
  const message = useCopy(`${words} ${link}`, { success: text.textCopied, failed: text.copyFailed })
  return (
    <Dialog
      open
      width="lg"
      title={text.title(course.title)}
      text={course.isPrivate ? text.isPrivate : undefined}
      closeLabel={common.close}
      onClose={onClose}
    >
      <div className="share-sheet">
        <div className="share-fields">
          {isFree(course) ? null : <CodeField course={course} value={code} onChange={setCode} />}
          <TextField
            label={text.source}
            hint={text.sourceHint}
            value={source}
            maxLength={48}
            autoComplete="off"
            autoCapitalize="none"
            onChange={({ target }) => setSource(target.value)}
          />
        </div>
        <div className="share-link">
          <TextField
            label={text.link}
            value={link}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button size="sm" icon={address.copied ? 'check' : 'link'} onClick={address.copy}>
            {address.copied ? text.copied : text.copyLink}
          </Button>
        </div>
        <div className="share-link">
          <TextArea
            label={text.message}
            rows={2}
            maxLength={280}
            value={words}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button size="sm" icon={message.copied ? 'check' : 'message'} onClick={message.copy}>
            {message.copied ? text.copied : text.copyText}
          </Button>
          <Networks link={link} words={words} />
        </div>
        <QrCode address={link} name={`course-${course.id}`} />
        <Link className="ap-link" data-standalone="" to={`/course/${course.id}/figures`}>
          {text.figures}
        </Link>
      </div>
    </Dialog>
  )
}

/** Lists the seller's codes that apply to the course now. Instructors of a business do not see its codes. */
function CodeField({
  course,
  value,
  onChange,
}: {
  course: SharedCourse
  value: string
  onChange: (code: string) => void
}) {
  const text = useText(shareMessages)
  const { user } = useSession()
  const seesCodes = user !== null && (user.role !== 'instructor' || user.businessId === null)
  const { data = [] } = useQuery({ ...shareCodesQuery(user, course.id), enabled: seesCodes })
  if (!seesCodes) return null
  return (
    <Select
      label={text.code}
      hint={data.length === 0 ? text.noCodes : undefined}
      value={value}
      placeholder={text.withoutCode}
      options={data.map((code) => ({ value: code, label: code }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

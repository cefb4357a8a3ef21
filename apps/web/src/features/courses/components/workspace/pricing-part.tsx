import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState } from 'react'
import { useFieldProps } from '#web/platform/forms/forms.ts'
import { lengthInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { workspaceMessages } from '../../messages/workspace.en.ts'
import { useCourseForm } from '../course-dialog.tsx'
import { EditCourseDetails } from '../edit-course-details.tsx'
import { SaleFields } from '../sale/sale-fields.tsx'
import { SettingsRow } from './settings-part.tsx'
import './workspace.css'

const AccessDialog = lazyOnPress(async () => (await import('../people/access-dialog.tsx')).AccessDialog)

/** Edits the price and its sale on the page itself, and shows how long learners have the course. */
export function PricingPart({ course }: { course: CourseDetail }) {
  const { user } = useSession()
  const text = useText(workspaceMessages)
  const [saved, setSaved] = useState(0)
  if (!user) return null
  return (
    <div className="workspace-part">
      <h2 className="vh">{text.pricing}</h2>
      {/* After saving, the form begins with the version that the server has now. */}
      <PriceForm key={saved} user={user} course={course} onSaved={() => setSaved(saved + 1)} />
      <AccessLength course={course} />
    </div>
  )
}

function PriceForm({
  user,
  course,
  onSaved,
}: {
  user: CurrentUser
  course: CourseDetail
  onSaved: () => void
}) {
  const text = useText(administrationMessages)
  const words = useText(workspaceMessages)
  const notify = useNotify()
  const [isBlocked, setBlocked] = useState(false)
  const { form, sale, dialog, submitAs } = useCourseForm({
    user,
    course,
    onClose: () => {},
    onSaved: () => {
      notify({ text: words.priceSaved })
      onSaved()
    },
  })
  const field = useFieldProps(form, dialog.busy)
  const shown = new Set(['price', 'salePrice', 'saleStartsAt', 'saleEndsAt'])
  return (
    <form
      className="workspace-form"
      method="post"
      noValidate
      aria-label={words.pricing}
      onSubmit={(event) => {
        event.preventDefault()
        setBlocked(false)
        void submitAs(false, (errors) => setBlocked(Object.keys(errors).some((name) => !shown.has(name))))(
          event,
        )
      }}
    >
      {dialog.error ? <Notice tone="danger">{dialog.error}</Notice> : null}
      {isBlocked ? (
        <Notice tone="warning" link={<EditCourseDetails course={course} />}>
          {words.detailsFirst}
        </Notice>
      ) : null}
      <TextField
        label={text.price}
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        hint={text.priceHint}
        {...field('price')}
      />
      <SaleFields form={form} sale={sale} />
      <div>
        <Button type="submit" variant="primary" busy={dialog.busy} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

function AccessLength({ course }: { course: CourseDetail }) {
  const text = useText(workspaceMessages)
  const lengths = useText(platformMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="ap-panel" data-clip="">
      <ul className="workspace-rows">
        <SettingsRow
          title={text.accessLength}
          hint={course.access ? text.accessLasts(lengthInWords(course.access, lengths)) : text.accessForEver}
        >
          <Button size="sm" aria-label={text.changeOf(text.accessLength)} onClick={() => setOpen(true)}>
            {text.change}
          </Button>
        </SettingsRow>
      </ul>
      {isOpen ? <AccessDialog course={course} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

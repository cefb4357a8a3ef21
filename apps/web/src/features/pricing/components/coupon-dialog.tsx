import { fromDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { basisPointsFrom } from '@apogee/contracts/pricing/basis-points.ts'
import { couponForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller, type UseFormRegisterReturn } from 'react-hook-form'
import type { input, output } from 'zod/mini'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { pricingMessages } from '../messages/pricing.en.ts'
import { sellableCoursesQuery } from '../api/pricing.ts'
import './pricing.css'

type Fields = input<typeof couponForm>
type Given = output<typeof couponForm>

const blank = {
  code: '',
  kind: 'percent' as const,
  worth: '',
  courseId: '',
  startsAt: '',
  endsAt: '',
  maxUses: '',
  oncePerPerson: true,
}

function bodyOf(given: Given) {
  const worth =
    given.kind === 'percent'
      ? { percentBasisPoints: basisPointsFrom(given.worth) ?? 0 }
      : { amount: parseRinggit(given.worth) ?? 0 }
  return {
    code: given.code,
    ...worth,
    courseId: given.courseId === '' ? null : Number(given.courseId),
    startsAt: fromDateTimeField(given.startsAt),
    endsAt: fromDateTimeField(given.endsAt),
    maxUses: given.maxUses.trim() === '' ? null : Number(given.maxUses),
    oncePerPerson: given.oncePerPerson,
  }
}

export function CouponDialog({
  user,
  onClose,
  onCreated,
}: {
  user: CurrentUser
  onClose: () => void
  onCreated: (coupon: Coupon) => void
}) {
  const text = useText(pricingMessages)
  const refusalText = useRefusalText()
  const { form, field, dialog } = useDialogForm({
    schema: couponForm,
    values: blank,
    save: useMutation({
      mutationFn: (given: Given) => call('createCoupon', { body: bodyOf(given) }),
    }),
    failed: text.createFailed,
    onSaved: ({ data }) => onCreated(data),
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.errorCode !== 'CODE_TAKEN') return false
      form.setError('code', { message: refusalText(error) }, { shouldFocus: true })
      return true
    },
    onClose,
  })
  return (
    <FormDialog {...dialog} title={text.createTitle} action={text.create} busyLabel={text.creating}>
      <TextField
        label={text.code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        hint={text.codeHint}
        {...field('code')}
      />
      <WorthFields form={form} field={field} />
      <CourseChoice user={user} field={form.register('courseId')} />
      <div className="pricing-pair">
        <TextField label={text.startsAt} type="datetime-local" {...field('startsAt')} />
        <TextField label={text.endsAt} type="datetime-local" hint={text.timeHint} {...field('endsAt')} />
      </div>
      <TextField label={text.maxUses} inputMode="numeric" hint={text.maxUsesHint} {...field('maxUses')} />
      <Checkbox label={text.oncePerPerson} {...form.register('oncePerPerson')} />
    </FormDialog>
  )
}

function WorthFields({
  form,
  field,
}: Pick<ReturnType<typeof useDialogForm<Fields, Given, unknown>>, 'form' | 'field'>) {
  const text = useText(pricingMessages)
  const [kind, worth] = form.watch(['kind', 'worth'])
  const isWhole = kind === 'percent' && basisPointsFrom(worth) === 10_000
  const unit = (
    <span className="pricing-percent" aria-hidden="true">
      %
    </span>
  )
  return (
    <>
      <Controller
        control={form.control}
        name="kind"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            legend={text.kind}
            layout="boxes"
            value={value}
            onChange={onChange}
            options={[
              { value: 'percent', label: text.percent },
              { value: 'amount', label: text.amount },
            ]}
          />
        )}
      />
      <TextField
        label={kind === 'percent' ? text.percentLabel : text.amountLabel}
        required
        inputMode="decimal"
        autoComplete="off"
        {...(kind === 'amount' ? { prefix: 'RM' } : { end: unit })}
        hint={kind === 'amount' ? text.amountHint : isWhole ? text.wholeHint : undefined}
        {...field('worth')}
      />
    </>
  )
}

function CourseChoice({ user, field }: { user: CurrentUser; field: UseFormRegisterReturn }) {
  const text = useText(pricingMessages)
  const courses = useQuery(sellableCoursesQuery(user))
  return (
    <Select
      label={text.courseLabel}
      placeholder={text.allCourses}
      options={(courses.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
      hint={courses.isError ? text.coursesFailed : undefined}
      {...field}
    />
  )
}

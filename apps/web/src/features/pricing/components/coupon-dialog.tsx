import { fromDateTimeField } from '@apogee/domain/malaysia-time.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import { basisPointsFrom, couponForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { RadioGroup } from '@apogee/ui/radio-group.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { output } from 'zod/mini'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { isSaidByFields, showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useRefusalText, useText } from '#web/platform/messages.ts'
import { pricingMessages } from '../messages/pricing.en.ts'
import { sellableCoursesQuery } from '../api/pricing.ts'

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

function bodyOf(given: output<typeof couponForm>) {
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
  const fieldText = useFieldText()
  const refusalText = useRefusalText()
  const failureText = useFailureText()
  const courses = useQuery(sellableCoursesQuery(user))
  const form = useContractForm(couponForm, blank)
  const { errors } = form.formState
  const [kind, worth] = form.watch(['kind', 'worth'])
  const create = useMutation({
    mutationFn: (given: output<typeof couponForm>) => call('createCoupon', { body: bodyOf(given) }),
    onSuccess: ({ data }) => onCreated(data),
    onError: (error) => {
      if (error instanceof ApiError && error.errorCode === 'CODE_TAKEN') {
        form.setError('code', { message: refusalText(error) }, { shouldFocus: true })
      } else showIssues(form, error)
    },
  })
  const isTaken = create.error instanceof ApiError && create.error.errorCode === 'CODE_TAKEN'
  const isWhole = kind === 'percent' && basisPointsFrom(worth) === 10_000
  return (
    <FormDialog
      onClose={onClose}
      title={text.createTitle}
      action={text.create}
      busyLabel={text.creating}
      busy={create.isPending}
      error={
        create.isError && !isTaken && !isSaidByFields(form, create.error)
          ? failureText(create.error, text.createFailed)
          : undefined
      }
      onSubmit={(event) => void form.handleSubmit((given) => create.mutate(given))(event)}
    >
      <TextField
        label={text.code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        hint={text.codeHint}
        error={fieldText(errors.code?.message)}
        {...form.register('code')}
      />
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <RadioGroup
            legend={text.kind}
            layout="boxes"
            value={field.value}
            onChange={field.onChange}
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
        {...(kind === 'amount'
          ? { prefix: 'RM' }
          : {
              end: (
                <span className="pricing-percent" aria-hidden="true">
                  %
                </span>
              ),
            })}
        hint={kind === 'amount' ? text.amountHint : isWhole ? text.wholeHint : undefined}
        error={fieldText(errors.worth?.message)}
        {...form.register('worth')}
      />
      <Select
        label={text.courseLabel}
        placeholder={text.allCourses}
        options={(courses.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
        hint={courses.isError ? text.coursesFailed : undefined}
        {...form.register('courseId')}
      />
      <div className="pricing-pair">
        <TextField
          label={text.startsAt}
          type="datetime-local"
          error={fieldText(errors.startsAt?.message)}
          {...form.register('startsAt')}
        />
        <TextField
          label={text.endsAt}
          type="datetime-local"
          hint={text.timeHint}
          error={fieldText(errors.endsAt?.message)}
          {...form.register('endsAt')}
        />
      </div>
      <TextField
        label={text.maxUses}
        inputMode="numeric"
        hint={text.maxUsesHint}
        error={fieldText(errors.maxUses?.message)}
        {...form.register('maxUses')}
      />
      <Checkbox label={text.oncePerPerson} {...form.register('oncePerPerson')} />
    </FormDialog>
  )
}

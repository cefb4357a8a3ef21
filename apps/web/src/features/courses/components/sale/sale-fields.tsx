import { fromDateTimeField, toDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import { decimalRinggit } from '@apogee/domain/money/money.ts'
import type { courseDialogForm } from '@apogee/contracts/courses/courses.forms.ts'
import type { Course, CourseSale } from '@apogee/contracts/courses/courses.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { input, output } from 'zod/mini'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFieldProps } from '#web/platform/forms/forms.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import '#web/platform/page/admin.css'

type Details = output<typeof courseDialogForm>
type Form = UseFormReturn<input<typeof courseDialogForm>, unknown, Details>

/** Null ends the sale; undefined leaves it unchanged. */
export type SaleChange = { price: number; startsAt: string | null; endsAt: string | null } | null | undefined

export const noSale = { salePrice: '', saleStartsAt: '', saleEndsAt: '' }

const fieldsOf = (sale: CourseSale | null) =>
  sale === null
    ? noSale
    : {
        salePrice: decimalRinggit(sale.price),
        saleStartsAt: toDateTimeField(sale.startsAt),
        saleEndsAt: toDateTimeField(sale.endsAt),
      }

/** The fields start with the current sale, once loaded; only changes are sent. */
export function useSaleFields(form: Form, course: Course | null) {
  const refusalText = useRefusalText()
  const queries = useQueryClient()
  const courseId = course?.id ?? 0
  const queryKey = ['course-sale', courseId]
  const set = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('readCourseSale', { params: { id: courseId }, signal }),
    enabled: course !== null,
    // A refetch on focus must not replace typed values.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const sale = set.data?.data ?? null
  const isKnown = set.isSuccess
  const { resetField, setError } = form
  useEffect(() => {
    if (!isKnown) return
    const fields = fieldsOf(sale)
    resetField('salePrice', { defaultValue: fields.salePrice })
    resetField('saleStartsAt', { defaultValue: fields.saleStartsAt })
    resetField('saleEndsAt', { defaultValue: fields.saleEndsAt })
  }, [isKnown, sale, resetField])

  function changeIn(details: Details): SaleChange {
    const before = fieldsOf(sale)
    const { salePrice = '', saleStartsAt = '', saleEndsAt = '' } = details
    const isSame =
      salePrice === before.salePrice &&
      saleStartsAt === before.saleStartsAt &&
      saleEndsAt === before.saleEndsAt
    if (!isKnown || isSame) return undefined
    void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    const price = parseRinggit(salePrice)
    if (price === null) return null
    // The fields show no seconds, so a time that was not edited keeps its stored value.
    const time = (typed: string, was: string, kept: string | null) =>
      typed === was ? kept : fromDateTimeField(typed)
    return {
      price,
      startsAt: time(saleStartsAt, before.saleStartsAt, sale?.startsAt ?? null),
      endsAt: time(saleEndsAt, before.saleEndsAt, sale?.endsAt ?? null),
    }
  }

  /** Shows the server's issue with the sale at its field. Returns false when the issue concerns something else. */
  function showRefusal(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const isOverPrice = error.errorCode === 'SALE_NOT_BELOW_PRICE'
    const issue = error.issues.find(({ path }) => path.startsWith('sale'))
    if (!isOverPrice && !issue) return false
    const field = issue?.path === 'sale.endsAt' ? 'saleEndsAt' : 'salePrice'
    setError(field, { message: issue?.message ?? refusalText(error) }, { shouldFocus: true })
    return true
  }

  return { isKnown, isError: set.isError, retry: () => void set.refetch(), changeIn, showRefusal }
}

export function SaleFields({ form, sale }: { form: Form; sale: ReturnType<typeof useSaleFields> }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const field = useFieldProps(form)
  if (sale.isError) {
    return (
      <Notice
        tone="warning"
        link={
          <Button variant="quiet" size="sm" onClick={sale.retry}>
            {common.tryAgain}
          </Button>
        }
      >
        {text.saleUnknown}
      </Notice>
    )
  }
  return (
    <fieldset className="admin-sale" disabled={!sale.isKnown}>
      <legend className="ap-field-label">{text.sale}</legend>
      <TextField
        label={text.salePrice}
        type="number"
        min={0}
        step={0.01}
        inputMode="decimal"
        hint={text.salePriceHint}
        {...field('salePrice')}
      />
      <div className="admin-dialog-row">
        <TextField label={text.saleStarts} type="datetime-local" {...field('saleStartsAt')} />
        <TextField
          label={text.saleEnds}
          type="datetime-local"
          hint={text.saleTimeHint}
          {...field('saleEndsAt')}
        />
      </div>
    </fieldset>
  )
}

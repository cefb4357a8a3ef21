import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import { sellerNoteMaxLength, sellerReason } from '@apogee/contracts/businesses/seller-notes.ts'
import type { SellerStateForm } from '@apogee/contracts/businesses/seller-states.forms.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money/money.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import type { FieldProps } from '#web/platform/forms/forms.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { useApproveSeller, useChangeState, useClearBrand } from '../../api/sellers.ts'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'

const forms = () => import('@apogee/contracts/businesses/seller-states.forms.ts')
const limitRules = () => forms().then(({ typedLimitForm }) => typedLimitForm)
const brandRules = () => forms().then(({ clearedBrandForm }) => clearedBrandForm)
const stateRules = () => forms().then(({ typedStateForm }) => typedStateForm)

interface Props {
  seller: SellerOverview
  name: string
  onClose: () => void
}

export function Approval({ seller, name, onClose }: Props) {
  const text = useText(sellerPageMessages)
  const approve = useApproveSeller(seller.id)
  return (
    <ConfirmStep
      step={{ isPending: approve.isPending, mutateAsync: () => approve.mutateAsync() }}
      title={text.approveTitle(name)}
      text={text.approveText}
      action={text.approve}
      busyLabel={text.approving}
      tone="primary"
      failed={text.changeFailed}
      notice={() => text.approvedNow(name)}
      onClose={onClose}
    />
  )
}

/** Returns the seller's numbers that describe the consequence of a change. */
function useNumbers({ courses, enrolments, payable }: SellerOverview) {
  const text = useText(sellerPageMessages)
  return {
    courses: text.courseCount(courses.paid + courses.free),
    enrolments: text.enrolmentCount(enrolments),
    payable: formatRinggit(payable),
  }
}

export function LimitDialog({ seller, name, onClose }: Props) {
  const text = useText(sellerPageMessages)
  const numbers = useNumbers(seller)
  const change = useChangeState(seller)
  const amount = seller.dailyLimit === null ? '' : decimalRinggit(seller.dailyLimit)
  const draft = useDraft(`seller ${seller.id} limit`, { amount, reason: '', note: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: limitRules,
    values: { amount: draft.fields.amount, reason: draft.fields.reason, note: draft.fields.note },
    save: {
      isPending: change.isPending,
      mutateAsync: ({ amount: typed, reason, note }: { amount: string; reason: string; note: string }) =>
        change.mutateAsync({ state: 'limited', reason, note, dailyLimit: parseRinggit(typed) ?? 0 }),
    },
    failed: text.changeFailed,
    notice: () => text.changedTo(name, text.limited),
    draft,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.limitTitle(name)}
      text={text.limitText(numbers.courses, numbers.payable)}
      action={seller.state === 'limited' ? text.changeLimit : text.limit}
      busyLabel={text.saving}
    >
      <TextField
        label={text.amountIn24h}
        inputMode="decimal"
        autoComplete="off"
        prefix="RM"
        {...field('amount')}
      />
      <ReasonFields field={field} />
    </FormDialog>
  )
}

export function ReasonedChange({ seller, name, to, onClose }: Props & { to: 'approved' | 'suspended' }) {
  const text = useText(sellerPageMessages)
  const { courses, enrolments, payable } = useNumbers(seller)
  const change = useChangeState(seller)
  const draft = useDraft(`seller ${seller.id} ${to}`, { reason: '', note: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: stateRules,
    values: { reason: draft.fields.reason, note: draft.fields.note },
    save: {
      isPending: change.isPending,
      mutateAsync: (typed: Pick<SellerStateForm, 'reason' | 'note'>) =>
        change.mutateAsync({ ...typed, state: to }),
    },
    failed: text.changeFailed,
    notice: () => text.changedTo(name, text[to]),
    draft,
    onClose,
  })
  const isSuspension = to === 'suspended'
  return (
    <FormDialog
      {...dialog}
      tone={isSuspension ? 'danger' : 'primary'}
      title={isSuspension ? text.suspendTitle(name) : text.restoreTitle(name)}
      text={
        isSuspension ? text.suspendText(courses, enrolments, payable) : text.restoreText(courses, payable)
      }
      action={isSuspension ? text.suspend : text.restore}
      busyLabel={text.saving}
    >
      <ReasonFields field={field} />
    </FormDialog>
  )
}

export function ClearBrand({ seller, name, onClose }: Props) {
  const text = useText(sellerPageMessages)
  const clear = useClearBrand(seller.id)
  const draft = useDraft(`seller ${seller.id} brand`, { reason: '' }, null)
  const { field, dialog } = useDialogForm({
    schema: brandRules,
    values: { reason: draft.fields.reason },
    save: clear,
    failed: text.brandFailed,
    notice: () => text.brandCleared(name),
    draft,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      tone="danger"
      title={text.clearBrandTitle(name)}
      text={text.clearBrandText}
      action={text.clearBrand}
      busyLabel={text.saving}
    >
      <TextArea
        label={text.reasonForSeller}
        hint={text.reasonHint}
        required
        rows={4}
        maxLength={sellerReason.max}
        {...field('reason')}
      />
    </FormDialog>
  )
}

function ReasonFields({ field }: { field: FieldProps<{ reason: string; note: string }> }) {
  const text = useText(sellerPageMessages)
  return (
    <>
      <TextArea
        label={text.reasonForSeller}
        hint={text.reasonHint}
        required
        rows={4}
        maxLength={sellerReason.max}
        {...field('reason')}
      />
      <TextArea
        label={text.noteForUs}
        hint={text.noteForUsHint}
        rows={2}
        maxLength={sellerNoteMaxLength}
        {...field('note')}
      />
    </>
  )
}

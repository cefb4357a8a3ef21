import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { certificateRuleLimits } from '@apogee/contracts/achievements/achievements.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { certificateRuleQuery, useSaveCertificateRule } from '../api/certificate-rule.ts'
import { certificateRuleMessages } from '../messages/certificate-rule.en.ts'
import { signatureMessages } from '../messages/certificate-rule-signature.en.ts'
import { SignatureFailure, type ChosenSignature } from '../signature-upload.ts'
import { SignatureField } from './signature-field.tsx'

interface DialogProps {
  courseId: number
  courseTitle: string
  onClose: () => void
}

/** Edits whether a course issues certificates, their requirements, and their printed texts. */
export function CertificateRuleDialog(props: DialogProps) {
  const text = useText(certificateRuleMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(certificateRuleQuery(props.courseId))
  if (data) return <RuleForm {...props} rule={data} />
  return (
    <Dialog open onClose={props.onClose} title={text.title} closeLabel={common.close}>
      {error ? (
        <Notice tone="danger">
          {failureText(error, text.loadFailed)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </Notice>
      ) : (
        <p role="status">{common.loading}</p>
      )}
    </Dialog>
  )
}

interface Typed {
  isOn: boolean
  needsWatching: boolean
  watched: string
  needsResults: boolean
  result: string
  hours: string
  signerName: string
  signerRole: string
}

const usual = { watched: 80, result: 70 }

const typedFrom = ({ isOn, watchedPercent, quizPercent, minutes, signer }: CertificateRule): Typed => ({
  isOn,
  needsWatching: watchedPercent !== null,
  watched: String(watchedPercent ?? usual.watched),
  needsResults: quizPercent !== null,
  result: String(quizPercent ?? usual.result),
  hours: minutes === null ? '' : String(minutes / 60),
  signerName: signer?.name ?? '',
  signerRole: signer?.role ?? '',
})

type TextName = 'watched' | 'result' | 'hours' | 'signerName' | 'signerRole'
type WrongField = Exclude<TextName, 'signerRole'>

const problems = {
  watched: 'wrongWatched',
  result: 'wrongResult',
  hours: 'wrongHours',
  signerName: 'wrongSignerName',
} as const

const wholeWithin = (typed: string, { least, most }: { least: number; most: number }): number | null => {
  const given = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null
  return given !== null && given >= least && given <= most ? given : null
}

/** Parses hours in steps of a half; returns null for invalid text. */
function minutesFrom(typed: string): number | null {
  const hours = Number(typed.trim().replace(',', '.'))
  const { least, most } = certificateRuleLimits.minutes
  const minutes = hours * 60
  return Number.isInteger(hours * 2) && minutes >= least && minutes <= most ? minutes : null
}

/** Returns the rule and the invalid fields. `isSigned` means that the rule has a picture, which needs the signer's name. */
function ruleFrom(typed: Typed, isSigned: boolean): { rule: CertificateRule; wrong: WrongField[] } {
  const watchedPercent = typed.needsWatching
    ? wholeWithin(typed.watched, certificateRuleLimits.watched)
    : null
  const quizPercent = typed.needsResults ? wholeWithin(typed.result, certificateRuleLimits.quiz) : null
  const minutes = typed.hours.trim() === '' ? null : minutesFrom(typed.hours)
  const [name, role] = [typed.signerName.trim(), typed.signerRole.trim()]
  const wrong: WrongField[] = [
    ...(typed.needsWatching && watchedPercent === null ? (['watched'] as const) : []),
    ...(typed.needsResults && quizPercent === null ? (['result'] as const) : []),
    ...(typed.hours.trim() !== '' && minutes === null ? (['hours'] as const) : []),
    ...(name === '' && (role !== '' || isSigned) ? (['signerName'] as const) : []),
  ]
  const signer = name === '' ? null : { name, role }
  return { rule: { isOn: typed.isOn, watchedPercent, quizPercent, minutes, signer }, wrong }
}

function useRuleForm({ courseId, onClose, rule }: DialogProps & { rule: CertificateRule }) {
  const text = useText(certificateRuleMessages)
  const { nameMissing } = useText(signatureMessages)
  const failureText = useFailureText()
  const [typed, setTyped] = useState(() => typedFrom(rule))
  const [chosen, setChosen] = useState<ChosenSignature>({ file: null, isRemoved: false })
  const [keepsPicture, setKeepsPicture] = useState(false)
  const [wrong, setWrong] = useState<readonly WrongField[]>([])
  const { save, progress } = useSaveCertificateRule(courseId)
  const { send, dialog } = useDialogSave({
    save,
    failed: (error) =>
      error instanceof SignatureFailure ? error.message : failureText(error, text.saveFailed),
    notice: () => text.saved,
    onClose,
  })
  const hasStored = rule.signature !== undefined && chosen.file === null && !chosen.isRemoved
  // The picture belongs to the signer with whom it was saved.
  const name = typed.signerName.trim()
  const isOfAnother = hasStored && name !== '' && name !== (rule.signer?.name ?? '')
  const isDropped = isOfAnother && !keepsPicture
  const isSigned = chosen.file !== null || (hasStored && !isDropped)
  const change = (part: Partial<Typed>) => {
    setWrong([])
    setTyped({ ...typed, ...part })
  }
  const choose = (next: ChosenSignature) => {
    setWrong([])
    setChosen(next)
  }
  const problemOf = (name: TextName) => {
    const found = wrong.find((one) => one === name)
    return found && (found === 'signerName' && isSigned ? nameMissing : text[problems[found]])
  }
  const field = (name: TextName) => ({
    value: typed[name],
    error: problemOf(name),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.value }),
  })
  const submit = () => {
    const found = ruleFrom(typed, isSigned)
    setWrong(found.wrong)
    if (found.wrong.length === 0)
      void send({ rule: found.rule, chosen: isDropped ? { file: null, isRemoved: true } : chosen })
  }
  const picture = { isOfAnother, keepsPicture, setKeepsPicture, isDropped }
  return { typed, change, field, chosen, choose, picture, progress, submit, dialog }
}

function RuleForm(props: DialogProps & { rule: CertificateRule }) {
  const text = useText(certificateRuleMessages)
  const form = useRuleForm(props)
  const { typed, change, field, submit, dialog } = form
  return (
    <FormDialog
      {...dialog}
      title={text.title}
      text={text.lead(props.courseTitle)}
      action={text.save}
      busyLabel={text.saving}
      onSubmit={submit}
    >
      <Checkbox
        label={text.give}
        hint={typed.isOn ? text.issuedStay : text.isOff}
        checked={typed.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      {typed.isOn ? (
        <>
          <Checkbox
            label={text.needsWatching}
            checked={typed.needsWatching}
            onChange={({ currentTarget }) => change({ needsWatching: currentTarget.checked })}
          />
          {typed.needsWatching ? (
            <TextField label={text.watched} inputMode="numeric" {...field('watched')} />
          ) : null}
          <Checkbox
            label={text.needsResults}
            checked={typed.needsResults}
            onChange={({ currentTarget }) => change({ needsResults: currentTarget.checked })}
          />
          {typed.needsResults ? (
            <TextField label={text.result} inputMode="numeric" {...field('result')} />
          ) : null}
          <TextField label={text.hours} hint={text.hoursHint} inputMode="decimal" {...field('hours')} />
          <TextField
            label={text.signerName}
            hint={text.signerHint}
            maxLength={certificateRuleLimits.signer}
            {...field('signerName')}
          />
          <TextField
            label={text.signerRole}
            maxLength={certificateRuleLimits.signer}
            {...field('signerRole')}
          />
          <SignatureFields form={form} rule={props.rule} />
        </>
      ) : null}
    </FormDialog>
  )
}

/** Edits the picture, and whether it stays after a change of the signer's name. */
function SignatureFields({ form, rule }: { form: ReturnType<typeof useRuleForm>; rule: CertificateRule }) {
  const text = useText(signatureMessages)
  const { chosen, choose, progress, picture, typed } = form
  return (
    <>
      {picture.isOfAnother ? (
        <Checkbox
          label={text.keep(typed.signerName.trim())}
          hint={text.isDropped(rule.signer?.name ?? '')}
          checked={picture.keepsPicture}
          onChange={({ currentTarget }) => picture.setKeepsPicture(currentTarget.checked)}
        />
      ) : null}
      <AskBeforeLeaving loss={progress === null ? null : 'upload'} />
      <SignatureField
        chosen={chosen}
        progress={progress}
        present={picture.isDropped ? undefined : rule.signature}
        onChange={choose}
      />
    </>
  )
}

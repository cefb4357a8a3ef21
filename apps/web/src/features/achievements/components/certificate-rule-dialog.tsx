import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { certificateRuleLimits } from '@apogee/contracts/achievements/achievements.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { AskBeforeLeaving } from '#web/platform/ask-before-leaving.tsx'
import { useDialogSave } from '#web/platform/dialog-save.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
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

/** Whether a course gives certificates, what they need, and what they print. */
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

/** The fields as they were typed. */
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

/** Hours in steps of a half; null for what is none. */
function minutesFrom(typed: string): number | null {
  const hours = Number(typed.trim().replace(',', '.'))
  const { least, most } = certificateRuleLimits.minutes
  const minutes = hours * 60
  return Number.isInteger(hours * 2) && minutes >= least && minutes <= most ? minutes : null
}

/** The rule, and the fields that hold none. `isSigned`: with a picture, which needs the name of the signer. */
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

/** What was typed and chosen, and its way to the server. */
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
  // The picture is that of the signer it was saved with.
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

/** The picture, and whether it stays when the name of the signer was changed. */
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

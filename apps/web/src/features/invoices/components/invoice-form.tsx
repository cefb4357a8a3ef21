import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { languageNames, languages, type Language } from '@apogee/domain/languages.ts'
import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import type { invoiceBuyerForm } from '@apogee/contracts/invoices/invoices.forms.ts'
import { invoiceLimits } from '@apogee/contracts/invoices/invoice-limits.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import type * as z from 'zod/mini'
import { AskBeforeLeaving } from '#web/platform/drafts/ask-before-leaving.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { isShownByFields, showIssues, useContractForm } from '#web/platform/forms/forms.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useFieldText, useText, type Translation } from '#web/platform/language/messages.ts'
import { decimalRinggit, formatRinggit } from '@apogee/domain/money/money.ts'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { problemOf, readLines, sumsOf, typedFrom, type ReadLine, type TypedLine } from '../invoice-lines.ts'
import './invoices.css'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'

const rules = () =>
  import('@apogee/contracts/invoices/invoices.forms.ts').then((forms) => forms.invoiceBuyerForm)

interface SellableCourse {
  id: number
  title: string
  price: number
  isPrivate: boolean
  /** `first` holds the titles of the course's prerequisites. */
  first?: string[] | undefined
}

export interface InvoiceFormProps {
  /** Without `invoice`, the form creates a new draft. */
  invoice?: InvoiceDetail
  courses: readonly SellableCourse[]
  taxBasisPoints: number
  language: Language
  /** `dueOn` has the format yyyy-MM-dd. */
  dueOn: string
}

type Buyer = z.infer<typeof invoiceBuyerForm>

const labelsOf = (text: Translation<typeof invoicesMessages>) => ({
  companyName: text.companyName,
  registrationNumber: text.registrationNumber,
  taxNumber: text.taxNumber,
  address: text.address,
  contactName: text.contactName,
  contactEmail: text.contactEmail,
  purchaseOrder: text.purchaseOrder,
  dueOn: text.dueOn,
  language: text.language,
  lines: text.coursesAndSeats,
})

const nobody = {
  companyName: '',
  registrationNumber: '',
  taxNumber: '',
  address: '',
  contactName: '',
  contactEmail: '',
  purchaseOrder: '',
}

/** Edits a new or existing draft: the company, and the courses with seats and prices. */
export function InvoiceForm({ invoice, courses, taxBasisPoints, language, dueOn }: InvoiceFormProps) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useContractForm(rules, invoice ?? { ...nobody, dueOn, language })
  const [read] = useState(invoice)
  const [lines, setLines] = useState<TypedLine[]>(() =>
    invoice ? typedFrom(invoice.lines) : [{ key: 0, courseId: '', seats: '1', price: '' }],
  )
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: (body: Buyer & { lines: ReadLine[] }) =>
      read
        ? saveAllFields({
            fields: body,
            version: read.version,
            labels: labelsOf(text),
            read: {
              ...read,
              lines: read.lines.map(({ courseId, seats, unitPrice }) => ({ courseId, seats, unitPrice })),
            },
            send: (whole) => call('updateInvoice', { params: { id: read.id }, body: whole }),
          })
        : call('createInvoice', { body }),
    onSuccess: () => refreshInvoices(queries),
    onError: (error) => void showIssues(form, error),
  })
  const savedId = save.data?.data.id
  // The navigation waits until everything is saved, because the page asks for confirmation before unsaved input is left.
  useEffect(() => {
    if (savedId !== undefined) navigate(`/admin/invoices/${savedId}`)
  }, [savedId, navigate])
  const { isDirty, isSubmitting } = form.formState
  const isUnsaved = isDirty && !save.isPending && !save.isSuccess
  if (courses.length === 0 && !invoice) return <NoCourses />
  const submit = (buyer: Buyer) => {
    const read = readLines(lines)
    if (read) save.mutate({ ...buyer, lines: read })
  }
  return (
    <form
      className="invoices-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        setIsChecked(true)
        void form.handleSubmit(submit)(event)
      }}
    >
      <AskBeforeLeaving loss={isUnsaved ? 'text' : null} />
      <BuyerFields form={form} />
      <LineFields lines={lines} courses={courses} isChecked={isChecked} onChange={setLines} />
      <Sum lines={lines} taxBasisPoints={taxBasisPoints} />
      {save.isError && !isShownByFields(form, save.error) ? (
        <Notice tone="danger">{failureText(save.error, text.saveFailed)}</Notice>
      ) : null}
      <div className="invoices-actions">
        <Button type="submit" variant="primary" busy={save.isPending || isSubmitting} busyLabel={text.saving}>
          {text.saveDraft}
        </Button>
        <LinkButton
          as={Link}
          to={invoice ? `/admin/invoices/${invoice.id}` : '/admin/invoices'}
          variant="quiet"
        >
          {common.cancel}
        </LinkButton>
      </div>
    </form>
  )
}

function NoCourses() {
  const text = useText(invoicesMessages)
  return (
    <EmptyState
      titleAs="h2"
      title={text.noCourses}
      text={text.noCoursesHint}
      action={
        <LinkButton as={Link} to="/admin?tab=courses">
          {text.toCourses}
        </LinkButton>
      }
    />
  )
}

function BuyerFields({ form }: { form: ReturnType<typeof useContractForm<Buyer, Buyer>> }) {
  const text = useText(invoicesMessages)
  const fieldText = useFieldText()
  const { errors } = form.formState
  const field = (name: keyof Buyer) => ({
    error: fieldText(errors[name]?.message),
    autoComplete: 'off',
    ...form.register(name),
  })
  return (
    <fieldset className="ap-panel invoices-fields" data-padded="">
      <legend className="ap-h3">{text.forWhom}</legend>
      <TextField label={text.companyName} className="invoices-wide" {...field('companyName')} />
      <TextField label={text.registrationNumber} {...field('registrationNumber')} />
      <TextField label={text.taxNumber} {...field('taxNumber')} />
      <TextArea label={text.address} rows={3} className="invoices-wide" {...field('address')} />
      <TextField label={text.contactName} {...field('contactName')} />
      <TextField label={text.contactEmail} type="email" {...field('contactEmail')} />
      <TextField label={text.purchaseOrder} {...field('purchaseOrder')} />
      <TextField label={text.dueOn} type="date" {...field('dueOn')} />
      <RadioGroup
        legend={text.language}
        layout="rows"
        value={form.watch('language')}
        onChange={(language) => form.setValue('language', language, { shouldDirty: true })}
        options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
      />
    </fieldset>
  )
}

function LineFields({
  lines,
  courses,
  isChecked,
  onChange,
}: {
  lines: TypedLine[]
  courses: readonly SellableCourse[]
  /** False until the first submission. Then problems are shown and updated while the person corrects them. */
  isChecked: boolean
  onChange: (lines: TypedLine[]) => void
}) {
  const text = useText(invoicesMessages)
  const nextKey = useRef(lines.length)
  const change = (key: number, given: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...given } : line)))
  const choose = (line: TypedLine, courseId: string) => {
    const course = courses.find(({ id }) => String(id) === courseId)
    change(line.key, { courseId, ...(course && { price: decimalRinggit(course.price) }) })
  }
  const add = () => {
    nextKey.current += 1
    onChange([...lines, { key: nextKey.current, courseId: '', seats: '1', price: '' }])
  }
  return (
    <fieldset className="ap-panel invoices-lines-fields" data-padded="">
      <legend className="ap-h3">{text.coursesAndSeats}</legend>
      <ul>
        {lines.map((line, place) => (
          <Line
            key={line.key}
            line={line}
            courses={courses}
            place={place}
            problem={isChecked ? problemOf(line, lines) : null}
            onCourse={(courseId) => choose(line, courseId)}
            onChange={(given) => change(line.key, given)}
            onRemove={lines.length > 1 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : null}
          />
        ))}
      </ul>
      {lines.length < invoiceLimits.lines ? (
        <div>
          <Button icon="plus" size="sm" onClick={add}>
            {text.addCourse}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

function Line({
  line,
  place,
  courses,
  problem,
  onCourse,
  onChange,
  onRemove,
}: {
  line: TypedLine
  place: number
  courses: readonly SellableCourse[]
  problem: ReturnType<typeof problemOf>
  onCourse: (courseId: string) => void
  onChange: (given: Partial<TypedLine>) => void
  onRemove: (() => void) | null
}) {
  const text = useText(invoicesMessages)
  const course = courses.find(({ id }) => String(id) === line.courseId)
  const isAboutCourse = problem === 'lineCourse' || problem === 'lineTwice'
  return (
    <li>
      <fieldset className="invoices-line-fields">
        <legend className="vh">{text.line(place + 1)}</legend>
        <Select
          label={text.course}
          placeholder={text.chooseCourse}
          value={line.courseId}
          options={courses.map(({ id, title, isPrivate }) => ({
            value: String(id),
            label: isPrivate ? text.privateCourse(title) : title,
          }))}
          error={isAboutCourse ? text[problem] : undefined}
          onChange={(event) => onCourse(event.target.value)}
        />
        <TextField
          label={text.seatsField}
          inputMode="numeric"
          autoComplete="off"
          value={line.seats}
          error={problem === 'lineSeats' ? text.lineSeats : undefined}
          onChange={(event) => onChange({ seats: event.target.value })}
        />
        <TextField
          label={text.priceField}
          prefix="RM"
          inputMode="decimal"
          autoComplete="off"
          value={line.price}
          hint={course ? text.priceHint(formatRinggit(course.price)) : undefined}
          error={problem === 'linePrice' ? text.linePrice : undefined}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        {onRemove ? (
          <IconButton
            icon="trash"
            label={text.removeLine(course?.title ?? text.line(place + 1))}
            onClick={onRemove}
          />
        ) : null}
      </fieldset>
      {course?.first ? (
        <p className="mt-2 text-sm">
          <PrerequisiteNotice first={course.first.map((title) => ({ title }))} then="openThen" />
        </p>
      ) : null}
    </li>
  )
}

function Sum({ lines, taxBasisPoints }: { lines: readonly TypedLine[]; taxBasisPoints: number }) {
  const text = useText(invoicesMessages)
  const { total, tax } = sumsOf(lines, taxBasisPoints)
  return (
    <div className="invoices-sum" role="status">
      <p>
        <span className="font-semibold">{text.total}</span>
        <span className="text-xl font-semibold">{formatRinggit(total)}</span>
      </p>
      {taxBasisPoints > 0 ? (
        <p className="text-sm text-secondary">
          <span>{text.taxWithin(`${taxBasisPoints / 100}%`)}</span>
          <span>{formatRinggit(tax)}</span>
        </p>
      ) : null}
    </div>
  )
}

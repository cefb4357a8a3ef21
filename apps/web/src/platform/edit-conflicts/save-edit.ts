/**
 * Saves the changed fields of a form, with the version at which they were read. If another person has changed one of these fields
 * meanwhile, the conflict dialog asks which text to save.
 */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { ApiError } from '../transfer/client.ts'
import { askAboutConflict, type ConflictAnswer } from './conflict-asker.ts'

type Conflict = EditConflict['fields'][number]

interface Edit<Fields extends object> {
  /** `fields` holds the typed values. */
  fields: Fields
  /** `read` holds the values with which the form was opened. A field that is undefined here counts as changed. */
  read: { [Field in keyof Fields]?: unknown }
  /** `version` is the version of `read`. Undefined means that the last write wins. */
  version: number | undefined
  labels: { [Field in keyof Fields]?: string }
  /** `smallTexts` names the fields with formatted texts. */
  smallTexts?: { [Field in keyof Fields]?: SmallTextKind }
  show?: (field: string, value: unknown) => string | undefined
}

/** Makes values comparable. Line breaks become LF, because a textarea that was focused returns LF. */
const comparable = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\r\n', '\n') : part,
  )

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || comparable(one) === comparable(other)

type Sent<Fields> = Fields & { version?: number }

/** Use this for calls in which an absent field stays unchanged. */
export function saveChanges<Fields extends object, Answer>(
  edit: Edit<Fields> & { send: (changes: Sent<Partial<Fields>>) => Promise<Answer> },
): Promise<Answer> {
  const changed = Object.entries(edit.fields).filter(
    ([field, typed]) => typed !== undefined && !isSame(typed, edit.read[field as keyof Fields]),
  )
  // The names come from `Fields`, but `Object.entries` types them as strings.
  return untilSaved(edit, Object.fromEntries(changed) as Partial<Fields>, edit.send)
}

/** Use this for calls that take the whole form. */
export function saveAllFields<Fields extends object, Answer>(
  edit: Edit<Fields> & { send: (whole: Sent<Fields>) => Promise<Answer> },
): Promise<Answer> {
  return untilSaved(edit, edit.fields, edit.send)
}

async function untilSaved<Fields extends object, Body extends object, Answer>(
  edit: Edit<Fields>,
  wished: Body,
  send: (body: Sent<Body>) => Promise<Answer>,
): Promise<Answer> {
  let body = wished
  let { version } = edit
  for (;;) {
    try {
      return await send(version === undefined ? body : { ...body, version })
    } catch (error) {
      const conflict = error instanceof ApiError ? error.conflict : undefined
      if (!conflict) throw error
      const chosen = await choose(edit, new Map(Object.entries(body)), conflict)
      if (chosen === null) throw error
      body = { ...body, ...chosen }
      version = conflict.version
    }
  }
}

/** Fields that this person has not changed take the other person's value without a question. */
async function choose<Fields extends object>(
  { read, labels, smallTexts = {}, show }: Edit<Fields>,
  mine: ReadonlyMap<string, unknown>,
  { fields }: EditConflict,
): Promise<ConflictAnswer> {
  const known = new Map<string, unknown>(Object.entries(read))
  const names = new Map(Object.entries<string | undefined>(labels))
  const kinds = new Map(Object.entries<SmallTextKind | undefined>(smallTexts))
  const isUntouched = ({ field }: Conflict) => isSame(mine.get(field), known.get(field))
  const theirs = Object.fromEntries(fields.filter(isUntouched).map(({ field, value }) => [field, value]))
  const asked = fields.filter((field) => !isUntouched(field))
  if (asked.length === 0) return theirs
  const chosen = await askAboutConflict({
    fields: asked.map((conflict) => ({
      ...conflict,
      label: names.get(conflict.field) ?? conflict.field,
      kind: kinds.get(conflict.field),
      mine: mine.get(conflict.field),
    })),
    show: show ?? (() => undefined),
  })
  return chosen && { ...theirs, ...chosen }
}

/** Lists the fields of answers that may hold personal data, by their names in the contract (docs/personal-fields.md). */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Contains only those parts of zod's schema definitions that the schemas of answers use. */
interface Definition {
  type: string
  shape?: Readonly<Record<string, Schema>>
  innerType?: Schema
  getter?: () => Schema
  in?: Schema
  out?: Schema
  left?: Schema
  right?: Schema
  element?: Schema
  items?: readonly Schema[]
  options?: readonly Schema[]
  valueType?: Schema
}

/** A value of these types is no free text, so it is not reported, whatever the field is called. */
const withoutText = new Set(['boolean', 'number', 'int', 'literal', 'enum', 'null', 'undefined', 'never'])

const personal =
  /(?:email|phone|address|avatar|bio|names?|holder|userAgent|taxNumber|registrationNumber|sstNumber|accountNumber|endsWith|bankReference|company|city|postalCode|country|signature|website|csv|details|(?:^|\.)(?:number|by|who|seller|learner|person|actor|author|owner|sender|recipient)|By)(?:\[\]|\{\})*$/i

/**
 * Fields that match these patterns are named like personal data but hold none. A pattern is tested on `route field`; its key says
 * what the field holds.
 */
export const impersonalFields: Readonly<Record<string, RegExp>> = {
  'a group of learners': /cohortName$|(?:^| |\.)(?:cohorts?(?:\[\])?|starts?(?:\[\])?)\.name$|Cohort name$/,
  'a study group': /group\.name$|Groups? name$|^featuredGroups name$/,
  'a business, which is no person': / business\.name$|businessName$|^listBusinesses name$/,
  'a file':
    /(?:files|videos|documents)\[\]\.name$|fileName$|^(?:exportCourse|beginCourseImport|readLatestCourseImport|confirmCourseImport|exportOwnData) name$/,
  'a function or a group of questions in a quiz': /functionName$|settings\.groups\[\]\.name$/,
  'this site': / rp\.name$/,
  'an item of a SCORM package': /activities\[\]\.address$/,
  'the number of a receipt or an invoice':
    /(?:about|receipt|receipts\[\])\.number$|^\w*(?:Receipt|Invoice)\w* number$/,
  'the end of a secret': /(?:secretEndsWith| endsWith)$/,
}

/** Returns sorted paths of fields, without the answer's envelope: `buyer.email` for `data[].buyer.email`. */
export function personalFields(
  route: string,
  { answer, gives = 'json' }: AnyEndpoint,
  alike: typeof impersonalFields = impersonalFields,
): string[] {
  if (gives !== 'json') return [`(${gives})`]
  const fields = textFields(answer, '', []).map((path) => path.replace(/^(?:data|meta)(?:\[\])?\.?/, ''))
  const impersonal = Object.values(alike)
  const found = fields.filter(
    (path) => personal.test(path) && !impersonal.some((pattern) => pattern.test(`${route} ${path}`)),
  )
  return [...new Set(found)].toSorted()
}

/** Returns the paths of all fields that can hold a text. `above` are the enclosing schemas, by which recursion ends. */
function textFields(schema: Schema, path: string, above: readonly Schema[]): string[] {
  if (above.includes(schema)) return []
  const definition: Definition = schema._zod.def
  const { type, shape, element, items, valueType } = definition
  const within = (part: Schema, at = path) => textFields(part, at, [...above, schema])
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      within(field, path === '' ? name : `${path}.${name}`),
    )
  const listed = [...(element ? [element] : []), ...(items ?? [])]
  if (listed.length > 0) return listed.flatMap((part) => within(part, `${path}[]`))
  if (valueType) return within(valueType, `${path}{}`)
  const parts = partsOf(definition)
  if (parts.length > 0) return parts.flatMap((part) => within(part))
  return withoutText.has(type) ? [] : [path]
}

/** Returns the schemas that describe the same value as this one, such as the members of a union or the inside of an optional. */
function partsOf({ innerType, getter, in: from, out, left, right, options }: Definition): Schema[] {
  const parts = [innerType, getter?.(), from, out, left, right, ...(options ?? [])]
  return parts.filter((part) => part !== undefined)
}

import * as z from 'zod/mini'
import type { AnyEndpoint } from './endpoint.ts'

type Schema = z.core.$ZodType

interface Definition {
  type?: string
  shape?: Readonly<Record<string, Schema>>
  innerType?: Schema
  in?: Schema
  element?: Schema
  items?: readonly Schema[]
  options?: readonly Schema[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def

/** Returns the accepted fields of a body. Null means that the body is not a plain object (multipart, raw). */
export function fieldsTaken({ body }: AnyEndpoint): ReadonlySet<string> | null {
  const shape = body && shapeOf(body)
  return shape ? new Set(Object.keys(shape)) : null
}

/** Returns the fields of an object's schema, or null for other schemas. */
export function shapeOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  const { type, shape = {} } = definitionOf(schema)
  return type === 'object' ? shape : null
}

/** Returns paths below the body's own fields, such as `captions.0.filePath`. The fields of `lenient` are skipped. */
export function unknownNestedFields({ body, lenient = [] }: AnyEndpoint, sent: object): string[] {
  const shape = (body && shapeOf(body)) ?? {}
  return Object.entries(sent).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) && !lenient.includes(name) ? shape[name] : undefined
    return field ? unknownIn(field, value, name) : []
  })
}

function unknownIn(schema: Schema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, innerType, in: input, element, items, options } = definitionOf(schema)
  const inner = innerType ?? input
  if (inner) return unknownIn(inner, value, path)
  if (type === 'object') return unknownInObject(shapeOf(schema) ?? {}, value, path)
  if (options) {
    // A value that fits no option is skipped here, because the schema refuses it anyway.
    const fitting = options.find((option) => z.safeParse(option, value).success)
    return fitting ? unknownIn(fitting, value, path) : []
  }
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown, place) => {
    const item = element ?? items?.[place]
    return item ? unknownIn(item, part, `${path}.${place}`) : []
  })
}

function unknownInObject(shape: Readonly<Record<string, Schema>>, value: object, path: string): string[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    const below = `${path}.${name.slice(0, 60)}`
    return field ? unknownIn(field, part, below) : [below]
  })
}

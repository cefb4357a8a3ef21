import { PostgresDialect, PostgresQueryCompiler, RawNode, ValueNode, type CompiledQuery } from 'kysely'

type Query = Parameters<PostgresQueryCompiler['compileQuery']>[0]
type QueryId = Parameters<PostgresQueryCompiler['compileQuery']>[1]

/** A place stands for the template parts of a statement up to this point. `text` is set if a statement ends here. */
interface Place {
  next: Map<unknown, Place>
  text?: string
}

/** The product's templates need a few thousand places, far fewer than this. */
const mostPlaces = 50_000
/** This symbol stands for a parameter with any value. */
const anyValue = Symbol('value')

export class TemplateDialect extends PostgresDialect {
  override createQueryCompiler(): TemplateCompiler {
    return new TemplateCompiler()
  }
}

/**
 * Caches the text of each statement by the templates that it is assembled from. The text is compiled once and stays the same
 * object, whose hash is known.
 */
export class TemplateCompiler extends PostgresQueryCompiler {
  readonly #start: Place = { next: new Map() }
  #places = 0

  override compileQuery(query: Query, queryId: QueryId): CompiledQuery {
    const parameters: unknown[] = []
    const end = RawNode.is(query) ? this.#follow(this.#start, query, parameters) : undefined
    if (end?.text !== undefined) return { query, queryId, sql: end.text, parameters }
    const compiled = super.compileQuery(query, queryId)
    if (end) end.text = compiled.sql
    return compiled
  }

  /** Collects the values in the order of their placeholders. Undefined means that the statement cannot be cached. */
  #follow(from: Place, { sqlFragments, parameters }: RawNode, values: unknown[]): Place | undefined {
    // The strings of a template literal are one object per source location; those of `sql.join` and others are created anew.
    const isTemplate = 'raw' in sqlFragments
    let place = this.#step(from, isTemplate ? sqlFragments : sqlFragments.join('\0'))
    for (const part of parameters) {
      if (!place) return undefined
      if (RawNode.is(part)) place = this.#follow(place, part, values)
      else if (ValueNode.is(part) && !part.immediate) {
        values.push(part.value)
        place = this.#step(place, anyValue)
      } else {
        const { sql, parameters: own } = super.compileQuery(part as Query, { queryId: '' })
        if (own.length > 0) return undefined
        place = this.#step(place, sql)
      }
    }
    return place
  }

  #step(from: Place, key: unknown): Place | undefined {
    const known = from.next.get(key)
    if (known || this.#places >= mostPlaces) return known
    const place: Place = { next: new Map() }
    from.next.set(key, place)
    this.#places += 1
    return place
  }
}

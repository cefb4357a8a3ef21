/** What the registry says of a table: docs/decisions/personal-data.md. */
import type { PeriodId } from './retention.ts'
import type { TopicId } from './topics.ts'

/**
 * What erasing an account does to a row that names it in this column. `deleted`: the row goes, at once or with its
 * parent. `cleared`: the row stays, the column becomes null or another text. `stays`: the row keeps the number of an
 * account that has no name any more, or the address, for the reason in `because`.
 */
export type AtErasure = 'deleted' | 'cleared' | 'stays'

/**
 * How long a row is kept. `owner`: until the person removes it; `account`: until the account is erased; `course`: as
 * long as the course; `books`: as the law on accounts asks; `used`: some hours at most, until its work is done.
 */
export type Kept = PeriodId | 'owner' | 'account' | 'course' | 'books' | 'used'

export const exportSections = [
  'account',
  'security',
  'learning',
  'notes',
  'assessments',
  'community',
  'orders',
  'messages',
  'teaching',
  'files',
] as const
export type ExportSection = (typeof exportSections)[number]

/** A row without a column of its own that names the person belongs to whom a row of another table belongs. */
export interface Parent {
  table: string
  /** This table's column with the key of the other table. */
  column: string
  /** `id` unless given. */
  key?: string
}

export interface AfterCourse {
  /** The column with the number of the course. */
  course: string
  columns: readonly string[]
}

export type TableExport =
  | {
      section: ExportSection
      /** Columns that name the person; a row is given when one of them does. All of `people` and `addresses` unless given. */
      by?: readonly string[]
      columns: readonly string[]
      /** Of a course that the person may not edit any more: others write its texts now, so an export has these columns only. */
      afterCourse?: AfterCourse
    }
  | { not: string }

export interface PersonalTable {
  topics: readonly TopicId[]
  /** Columns with the number of an account, whose rows it is or who acted. */
  people?: Readonly<Record<string, AtErasure>>
  /** The columns that a person of `people` wrote, where these are not all of the row's texts. */
  wrote?: Readonly<Record<string, readonly string[]>>
  /** Columns with an email address, or a text that contains one. */
  addresses?: Readonly<Record<string, AtErasure>>
  parent?: Parent
  /** Columns with words of the person, or about them, that stay after an erasure; a row's other texts are emptied. */
  staying?: readonly string[]
  /** Why something stays after an erasure. */
  because?: string
  kept: readonly Kept[]
  export: TableExport
  /** Columns that an export leaves out, by reason. */
  withheld?: Readonly<Record<string, readonly string[]>>
}

export type PersonalTables = Readonly<Record<string, PersonalTable>>

/** Reasons in `withheld`. */
export const secret = 'a secret, or the digest of one'
export const internal = 'used inside only; it says nothing about the person'
export const ofOthers = 'written by, or about, somebody else'
export const noName = 'Others refer to it; the number leads to an account without a name.'
export const ofTheBooks = 'The law on accounts asks for it; the number leads to an account without a name.'

/** Defines what the registry records about a table: docs/decisions/personal-data.md. */
import type { PeriodId } from './retention.ts'
import type { TopicId } from './topics.ts'

/**
 * The value says what erasing an account does to a row that names it in this column. `deleted`: the row is deleted, directly or
 * with its parent. `cleared`: the row stays, the column becomes null or another text. `stays`: the row keeps the number of the
 * anonymised account, or the address, for the reason in `because`.
 */
export type AtErasure = 'deleted' | 'cleared' | 'stays'

/**
 * The value says how long a row is kept. `owner`: until the person removes it; `account`: until the account is erased; `course`: as
 * long as the course; `books`: as long as accounting law requires; `used`: a few hours at most, until its work is done.
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

/** A row without a column that names the person belongs to the same person as the parent row of another table. */
export interface Parent {
  table: string
  /** The column of this table holds the key of the other table. */
  column: string
  /** The default is `id`. */
  key?: string
}

export interface AfterCourse {
  /** The column holds the id of the course. */
  course: string
  columns: readonly string[]
}

export type TableExport =
  | {
      section: ExportSection
      /** The columns name the person; a row is exported when one of them does. The default is all of `people` and `addresses`. */
      by?: readonly string[]
      columns: readonly string[]
      /**
       * The columns apply to a course that the person has lost the right to edit: others write its texts, so an export has these
       * columns only.
       */
      afterCourse?: AfterCourse
    }
  | { not: string }

export interface PersonalTable {
  topics: readonly TopicId[]
  /** The columns hold an account number: the owner of the row, or the person who acted. */
  people?: Readonly<Record<string, AtErasure>>
  /** The columns that a person of `people` wrote, when these are not all texts of the row. */
  wrote?: Readonly<Record<string, readonly string[]>>
  /** The columns hold an email address, or a text that contains one. */
  addresses?: Readonly<Record<string, AtErasure>>
  parent?: Parent
  /** The columns hold words by or about the person that stay after an erasure; the row's other texts are cleared. */
  staying?: readonly string[]
  /** The text says why data stays after an erasure. */
  because?: string
  kept: readonly Kept[]
  export: TableExport
  /** An export omits these columns, by reason. */
  withheld?: Readonly<Record<string, readonly string[]>>
}

export type PersonalTables = Readonly<Record<string, PersonalTable>>

/** The rows of the table say nothing about a person, for the reason in `impersonal`. */
interface ImpersonalTable {
  impersonal: string
  kept: readonly Kept[]
}

/** The tables of one feature. A file `<feature>.tables.ts` holds them, because tests read it without the feature. */
export type FeatureTables = Readonly<Record<string, PersonalTable | ImpersonalTable>>

export const isPersonal = (entry: FeatureTables[string]): entry is PersonalTable => !('impersonal' in entry)

/** The constants are reasons in `withheld`. */
export const secret = 'a secret, or the digest of one'
export const internal = 'used inside only; it says nothing about the person'
export const ofOthers = 'written by, or about, somebody else'
export const noName = 'Others refer to it; the number leads to an account without a name.'
export const ofTheBooks = 'The law on accounts asks for it; the number leads to an account without a name.'

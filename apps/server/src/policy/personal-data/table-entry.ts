/** Defines what the registry of personal data records about a table (docs/decisions/personal-data.md). */
import type { PeriodId } from './retention.ts'
import type { TopicId } from './topics.ts'

/**
 * Says how erasing an account changes a row that names the account in this column. `deleted`: the row is deleted, directly or with
 * its parent row. `cleared`: the row stays, and the column becomes null or another text. `stays`: the column keeps the number of
 * the anonymised account, or the address, for the reason in `because`.
 */
export type AtErasure = 'deleted' | 'cleared' | 'stays'

/**
 * Says how long a row is kept. `owner`: until the person removes it; `account`: until the account is erased; `course`: as long as
 * the course; `books`: as long as accounting law requires; `used`: a few hours at most, until the row has served its purpose.
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

/** Names the parent table of a table whose rows do not name a person. Such a row belongs to the person of its parent row. */
export interface Parent {
  table: string
  /** This column of the child table holds the key of the parent row. */
  column: string
  /** `column` refers to this column of the parent table. The default is `id`. */
  key?: string
}

export interface AfterCourse {
  /** This column holds the course's id. */
  course: string
  columns: readonly string[]
}

export interface InTeam {
  /** This column of `people` names the person who wrote the row for a team. */
  by: string
  /** This column holds the id of the team's seller. */
  seller: string
}

export type TableExport =
  | {
      section: ExportSection
      /** A row is exported to a person whom one of these columns names. The default is all columns of `people` and `addresses`. */
      by?: readonly string[]
      columns: readonly string[]
      /**
       * If the person has lost the right to edit the course, an export contains these columns only, because other people now write
       * its texts.
       */
      afterCourse?: AfterCourse
      /** A person who has left the team does not get the rows that they wrote for it. */
      inTeam?: InTeam
    }
  | { not: string }

export interface PersonalTable {
  topics: readonly TopicId[]
  /** These columns hold the number of an account: the owner of the row, or the person who acted. */
  people?: Readonly<Record<string, AtErasure>>
  /**
   * Lists, by column of `people`, the columns that the named person wrote. It is needed only if the person did not write all texts
   * of the row.
   */
  wrote?: Readonly<Record<string, readonly string[]>>
  /** These columns hold an email address, or a text that contains one. */
  addresses?: Readonly<Record<string, AtErasure>>
  parent?: Parent
  /** These columns hold words by or about the person that stay after an erasure. The row's other texts are cleared. */
  staying?: readonly string[]
  /** Says why data stays after an erasure. */
  because?: string
  kept: readonly Kept[]
  export: TableExport
  /** An export omits these columns. The key is the reason. */
  withheld?: Readonly<Record<string, readonly string[]>>
}

export type PersonalTables = Readonly<Record<string, PersonalTable>>

/** The rows of such a table say nothing about a person. `impersonal` says why. */
interface ImpersonalTable {
  impersonal: string
  kept: readonly Kept[]
}

/**
 * Describes the tables of one feature. The entries are in a file `<feature>.tables.ts` of their own, because tests read them
 * without loading the feature.
 */
export type FeatureTables = Readonly<Record<string, PersonalTable | ImpersonalTable>>

export const isPersonal = (entry: FeatureTables[string]): entry is PersonalTable => !('impersonal' in entry)

/** `withheld` of the tables uses these constants as reasons. */
export const secret = 'a secret, or the digest of one'
export const internal = 'used inside only; it says nothing about the person'
export const ofOthers = 'written by, or about, somebody else'
export const noName = 'Others refer to it; the number leads to an account without a name.'
export const ofTheBooks = 'The law on accounts asks for it; the number leads to an account without a name.'

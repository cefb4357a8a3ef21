/** Parses addresses with names from typed or pasted text or a CSV file. The module is pure and used by client and server. */
import { isEmailAddress } from '../email-address.ts'
import { enrolAtOnce, nameMaxLength } from '../limits.ts'
import {
  addressIn,
  namedAddress,
  piecesOf,
  withoutMark,
  withUsualSigns,
  type Person,
} from './people-cells.ts'

export type PeopleListProblem = 'no_email' | 'bad_email' | 'bad_name' | 'twice' | 'too_many'

export interface NamedPerson<Problem = PeopleListProblem> {
  /** Lines of the text count from 1. */
  row: number
  email: string
  name: string
  problem: Problem | null
}

export interface ParsedPeople {
  /** Null means that no row names the columns. */
  headingRow: number | null
  /** Holds the headings of the columns. When no row is known to name the columns, the cells of the first row. */
  headings: string[]
  /** Holds the guessed columns, or those that the person has chosen. It is null when no row names the columns. */
  columns: PeopleColumns | null
  /**
   * Lists the columns that may hold names, and below those that may hold addresses. A person cannot choose other columns, such as
   * passwords.
   */
  nameChoices: number[]
  addressChoices: number[]
  people: NamedPerson[]
}

/** Columns are numbered from 0. */
export interface PeopleColumns {
  /** Null means that the address is the cell with an `@`. */
  address: number | null
  /** The cells of these columns, in this order, are the name. */
  names: readonly number[]
}

/**
 * Parses one person per line: an address, `Name <address>`, or cells of a CSV file or spreadsheet (comma, semicolon or tab). A line
 * of several addresses, as in a mail's list of recipients, has one person for each cell. A title may precede the row of headings.
 * The name comes from the columns whose headings say so. Without headings, the name is the only cell beside the address, or the
 * line above the address if the whole list consists of such pairs. Other cells, such as passwords, never become part of a person
 * with an address. A line without an address gives a person whose name is the text of the line.
 */
export function readPeopleList(text: string, chosen?: PeopleColumns): ParsedPeople {
  const { records, headingAt } = recordsOf(text)
  const heading = records[headingAt]
  const headings = heading?.cells ?? records[0]?.cells ?? []
  const guess = heading ? columnsOf(heading.cells) : null
  const nameChoices = nameChoicesOf(
    headings,
    records.slice(headingAt + 1).map(({ cells }) => cells),
  )
  const columns = chosen ? chosenColumns(headings, chosen, nameChoices) : guess
  const seen = new Set<string>()
  const lines = records.slice(headingAt + 1)
  const found = (columns ? null : pairsIn(lines)) ?? lines.flatMap((line) => peopleInLine(line, columns))
  const people = found.map((person, index) => {
    const problem = index >= enrolAtOnce ? ('too_many' as const) : problemOf(person, seen)
    seen.add(person.email)
    return { ...person, problem }
  })
  return {
    headingRow: heading?.row ?? null,
    headings,
    columns: chosen ?? (guess && guessed(guess)),
    nameChoices,
    addressChoices: [...headings.keys()].filter((at) => !isSecret(headings[at] ?? '')),
    people,
  }
}

const guessed = ({ addresses, names: parts }: Columns): PeopleColumns => ({
  address: addresses[0] ?? null,
  names: [...parts.given, ...parts.middle, ...parts.whole, ...parts.family],
})

/** A chosen column gives no names when it cannot hold names or holds passwords. */
function chosenColumns(
  headings: readonly string[],
  { address, names: chosen }: PeopleColumns,
  nameChoices: readonly number[],
): Columns {
  const addresses = address === null || isSecret(headings[address] ?? '') ? [] : [address]
  const headed = headings.flatMap((cell, at) => (isAddressHeading(cell) ? [at] : []))
  return {
    names: { whole: chosen.filter((at) => nameChoices.includes(at)), given: [], middle: [], family: [] },
    addresses,
    foreign: [...secretsIn(headings), ...(address === null ? [] : headed.filter((at) => at !== address))],
  }
}

export const readPeople = (text: string): NamedPerson[] => readPeopleList(text).people

/**
 * Returns the list with only its addresses and names, so that nothing else leaves the browser. Each person stays in the same line.
 * Reading the result again gives the same addresses and names.
 */
export function peopleAlone(text: string, columns?: PeopleColumns): string {
  const lines: string[] = []
  const rows = new Map<number, Person[]>()
  for (const person of readPeopleList(text, columns).people)
    rows.set(person.row, [...(rows.get(person.row) ?? []), person])
  for (const [row, people] of rows) {
    while (lines.length < row - 1) lines.push('')
    lines[row - 1] = cellsAlone(people)
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',')
  }
  return lines.join('\n')
}

/** Replaces a text with digits or with several cells, which may be a password, so that the password does not leave the browser. */
const unsent = '…'

function cellsAlone(people: readonly Person[]): string[] {
  const [{ email, name } = { email: '', name: '' }] = people
  if (people.length > 1) {
    const cells = people.map(together)
    // A single cell without an address would make a reader take the line for columns and lose the other addresses.
    return people.every((person) => person.email.includes('@')) ? cells : [cells.join('; ')]
  }
  if (email === '') return [/[\d\t]/.test(name) ? unsent : name]
  return (/[\d@]/.test(name) ? people.map(together) : [email, name]).filter((cell) => cell !== '')
}

/** A name with a digit or an `@` is not recognised in a cell of its own, so it is written with its address. */
function together(person: Person): string {
  if (person.email === '') return /\d/.test(person.name) ? unsent : person.name
  return person.name === '' || !person.email.includes('@') ? person.email : namedAddress(person)
}

/** Returns the person as one would type them into a list, so that reading the text again gives the same name. */
export const personAsTyped = ({ name, email }: Person): string => {
  if (name === '') return email
  return /[\d@,;\t，；、،؛]/.test(name)
    ? `"${together({ name, email }).replaceAll('"', '""')}"`
    : `${email}, ${name}`
}

const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replaceAll(/e-?\s?ma?il|e-?mel/g, 'email')
    .match(/[\p{L}\p{M}]+/gu) ?? []

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const names = {
  given: listed(
    'firstname forename forenames givenname vorname prénom prenom nombre nombres imię имя 名 名字',
  ),
  family: listed(
    'lastname surname familyname nachname familienname apellido apellidos nazwisko фамилия 姓 姓氏',
  ),
  whole: listed('name names nama fullname studentname nom имяфамилия фио 姓名 이름 氏名'),
}
const qualifiers = {
  given: listed('first given depan pertama'),
  middle: listed('middle tengah second additional initial initials'),
  family: listed('last family akhir keluarga belakang'),
  /** Lists words beside a heading for names that say whose name it is or how much of it. */
  plain: listed(
    'full legal display complete student learner pupil participant member person attendee candidate trainee employee staff of the as in on per ic nric mykad passport id card penuh pelajar murid peserta ahli calon pekerja kakitangan seperti dalam kad pengenalan',
  ),
}
const addressWords = listed('email mail surel correo courriel почта 邮箱 电邮 電郵 邮件 メール 이메일')
/** A heading with one of these words is about the address of another person or another thing. */
const others = listed(
  'parent parents guardian mother father mum mom dad ibu bapa bapak ayah emak penjaga waris teacher guru tutor manager supervisor emergency kecemasan eltern mutter vater school sekolah class kelas company syarikat billing',
)

const secretWords = listed(
  'password passwords passwd passcode passphrase pass pwd pw pin otp secret token hash salt key passwort kennwort passe contraseña contrasena clave senha wachtwoord hasło пароль laluan sandi 密码 密碼 パスワード 비밀번호',
)
/** A column with one of these words in its heading holds numbers or names of accounts, groups or dates, and no names of people. */
const otherWords = listed(
  [
    'id ids uid uuid guid no nr num number nombor numero número nummer username userid login account akaun ic nric mykad passport pasport matrik matric code kod kode 学号 编号 工号 番号',
    'group groups gruppe groupe grupo kumpulan cohort kohort class classes kelas klasse role peranan section seksyen team pasukan department dept jabatan division course kursus batch intake program programme 班级 部门 组',
    'date dates datum tarikh fecha birthday birth dob lahir geburtstag naissance created updated modified joined enrolled expires expiry deadline time masa timestamp year tahun 日期 生日',
  ].join(' '),
)

type Part = 'whole' | 'given' | 'middle' | 'family'

/** Returns the part of a person's name that the column holds, or null. Every word of the heading must be known. */
function namePartOf(heading: string): Part | null {
  const words = wordsOf(heading)
  const part = (['given', 'family', 'whole'] as const).find((one) =>
    words.some((word) => names[one].has(word)),
  )
  const known = [...Object.values(names), ...Object.values(qualifiers)]
  if (part === undefined || !words.every((word) => known.some((set) => set.has(word)))) return null
  if (part !== 'whole') return part
  return (
    (['given', 'middle', 'family'] as const).find((one) => words.some((word) => qualifiers[one].has(word))) ??
    'whole'
  )
}

/** Looks for each word of the heading in the set, and for all words together: `user name`, `user_pass`. */
const hasWordOf = (heading: string, set: ReadonlySet<string>): boolean => {
  const words = wordsOf(heading)
  return words.some((word) => set.has(word)) || set.has(words.join(''))
}

const isSecret = (heading: string): boolean => namePartOf(heading) === null && hasWordOf(heading, secretWords)

const secretsIn = (headings: readonly string[]): number[] =>
  headings.flatMap((heading, at) => (isSecret(heading) ? [at] : []))

/** Returns true if most cells have letters and neither a digit nor an `@`. */
function holdsNames(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell !== '')
  const fit = given.filter((cell) => /\p{L}/u.test(cell) && !/[\d@]/.test(cell))
  return given.length > 0 && fit.length * 2 > given.length
}

/** Returns the columns that may hold names: by their heading, or by their cells when the heading says nothing else. */
const nameChoicesOf = (headings: readonly string[], rows: readonly (readonly string[])[]): number[] =>
  headings.flatMap((heading, at) => {
    if (namePartOf(heading) !== null) return [at]
    const isOther = hasWordOf(heading, secretWords) || hasWordOf(heading, otherWords)
    if (isOther || isAddressHeading(heading)) return []
    return holdsNames(rows.map((cells) => cells[at] ?? '')) ? [at] : []
  })

const isAddressHeading = (heading: string): boolean => wordsOf(heading).some((word) => addressWords.has(word))
const isOfOthers = (heading: string): boolean => wordsOf(heading).some((word) => others.has(word))
/** A longer heading is a sentence that mentions a name. */
const longestHeading = 60

/** Returns how many cells name a column of a list of people. */
function headingsIn(cells: readonly string[]): number {
  if (cells.some((cell) => cell.includes('@'))) return 0
  return cells.filter(
    (cell) =>
      cell.length <= longestHeading &&
      (namePartOf(cell) !== null || isAddressHeading(cell) || isPostal(cell)),
  ).length
}

/** The heading of a list of addresses may be 'Address' alone. */
const isPostal = (cell: string): boolean => /^(?:address|alamat)$/i.test(cell)

interface Columns {
  names: Record<Part, number[]>
  addresses: number[]
  /** Lists columns with addresses of other people, such as a parent, and with passwords, which may contain an `@`. */
  foreign: number[]
}

function columnsOf(cells: readonly string[]): Columns {
  const where = (test: (cell: string) => boolean) => cells.flatMap((cell, at) => (test(cell) ? [at] : []))
  const part = (wanted: Part) => where((cell) => namePartOf(cell) === wanted)
  const all = where(isAddressHeading)
  const own = all.filter((at) => !isOfOthers(cells[at] ?? ''))
  return {
    names: { whole: part('whole'), given: part('given'), middle: part('middle'), family: part('family') },
    addresses: own.length > 0 ? own : all,
    foreign: [...secretsIn(cells), ...(own.length > 0 ? all.filter((at) => !own.includes(at)) : [])],
  }
}

function problemOf(
  { email, name }: { email: string; name: string },
  seen: ReadonlySet<string>,
): PeopleListProblem | null {
  if (email === '') return 'no_email'
  if (!isEmailAddress(email)) return 'bad_email'
  if (name.length > nameMaxLength || hasControl(name) || /:\/\/|www\./i.test(name)) return 'bad_name'
  return seen.has(email) ? 'twice' : null
}

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

/** Prefers a valid address to text that only contains the sign. */
function bestAddress(cells: readonly string[]): Person | null {
  const found = cells.flatMap((cell) => addressIn(cell) ?? [])
  return found.find(({ email }) => isEmailAddress(email)) ?? found[0] ?? null
}

function personInColumns(cells: readonly string[], { names: parts, addresses, foreign }: Columns): Person {
  const inside = (columns: readonly number[]) =>
    columns.map((at) => cells[at] ?? '').filter((cell) => cell !== '')
  const nameColumns = Object.values(parts).flat()
  const elsewhere = cells.filter((_, at) => !foreign.includes(at) && !nameColumns.includes(at))
  const found = bestAddress(addresses.length > 0 ? inside(addresses) : elsewhere)
  return {
    email: found?.email ?? inside(addresses)[0]?.toLowerCase() ?? '',
    name:
      joinedName(inside(parts.whole), {
        before: [...inside(parts.given), ...inside(parts.middle)],
        family: inside(parts.family),
      }) ||
      (found?.name ?? ''),
  }
}

/**
 * If the columns hold given names but no family names, a column `Name` or `Nom` holds the family name, unless its cell contains
 * both.
 */
function joinedName(
  whole: readonly string[],
  { before, family }: { before: readonly string[]; family: readonly string[] },
): string {
  const [first = ''] = whole
  if (first === '') return [...before, ...family].join(' ')
  const isFamily = family.length === 0 && before.length > 0 && !first.includes(before[0] ?? '')
  return isFamily ? [...before, first].join(' ') : whole.join(' ')
}

type LinePerson = Person & { row: number }

function peopleInLine({ row, cells }: Line, columns: Columns | null): LinePerson[] {
  const [only, ...others] = cells.filter((cell) => cell !== '')
  // A row with a single cell that has an address, such as `Siti <siti@example.my>`, is read without the columns.
  const isDivided = columns !== null && !(only?.includes('@') && others.length === 0)
  const persons = isDivided ? [personInColumns(cells, columns)] : peopleIn(cells)
  return persons.map((person) => ({ row, ...person }))
}

/** Returns the people of a list in which each line with a name is followed by the line with its address. */
function pairsIn(lines: readonly Line[]): LinePerson[] | null {
  // A list of a single pair may be a title and an address.
  if (lines.length < 4 || lines.length % 2 === 1) return null
  const singles = lines.map(({ row, cells }) => ({ row, pieces: unmarked(cells).flatMap(piecesOf) }))
  const pairs = singles.flatMap(({ pieces: [name = '', ...others] }, at) => {
    const { row, pieces } = singles[at + 1] ?? { row: 0, pieces: [] }
    const found = pieces.length === 1 ? addressIn(pieces[0] ?? '') : null
    const isName = others.length === 0 && /\p{L}/u.test(name) && !/[\d@:：]/.test(name)
    return at % 2 === 0 && isName && found?.name === '' ? [{ row, email: found.email, name }] : []
  })
  return pairs.length * 2 === lines.length ? pairs : null
}

/** Returns the cells that are not empty, without the bullet or number before a line of a list. */
function unmarked(cells: readonly string[]): string[] {
  const given = cells.filter((cell) => cell !== '')
  return [withoutMark(given[0] ?? ''), ...given.slice(1)].filter((cell) => cell !== '')
}

/** A cell with an `@` is never a name, so a line of such cells, or one cell with several addresses, holds several people. */
function peopleIn(cells: readonly string[]): Person[] {
  const given = unmarked(cells)
  const pieces = given.flatMap(piecesOf)
  const addresses = pieces.filter((piece) => piece.includes('@'))
  const isOneCell = given.length === 1 && addresses.length > 1
  return isOneCell || (pieces.length > 1 && addresses.length === pieces.length)
    ? pieces.map((piece) => personIn([piece]))
    : [personIn(pieces)]
}

/** Without a heading, only a single cell beside the address is known to be the name, and a name has no digits. */
function personIn(given: readonly string[]): Person {
  const found = bestAddress(given)
  const rest = given.filter((cell) => !cell.includes('@'))
  if (!found) return { email: '', name: rest.join('\t').trim() }
  const [only = ''] = rest.length === 1 && !/\d/.test(rest[0] ?? '') ? rest : []
  return { email: found.email, name: found.name || only.trim() }
}

interface Line {
  row: number
  cells: string[]
}

const separators = ['\t', ';', ','] as const
type Separator = (typeof separators)[number]
/** Keyboards for Chinese, Japanese and Arabic write other signs for these separators. */
const written: Readonly<Record<Separator, string>> = { '\t': '\t', ';': ';；؛', ',': ',，、،' }

interface Records {
  records: Line[]
  /** The value is -1 without a heading. */
  headingAt: number
}

/** Divides all lines by one separator: the one that gives the most headings and addresses. */
function recordsOf(text: string): Records {
  const clean = withUsualSigns(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const stated = /^"?sep=([,;\t])"?(?=\n|$)/i.exec(clean)?.[1]
  const body =
    stated === undefined
      ? clean
      : clean.slice(clean.indexOf('\n') === -1 ? clean.length : clean.indexOf('\n'))
  const found = separators
    .filter((one) => stated === undefined || one === stated)
    .map((separator) => {
      const records = linesOf(body, separator).filter(({ cells }) => cells.some((cell) => cell !== ''))
      const headingAt = headingIn(records)
      const addresses = records.filter(({ cells }) =>
        cells.some((cell) => isEmailAddress(addressIn(cell)?.email ?? '')),
      )
      return {
        records,
        headingAt,
        score: headingsIn(records[headingAt]?.cells ?? []) * 1000 + addresses.length,
      }
    })
  const best = found.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  return found.find(({ score }) => score === best) ?? { records: [], headingAt: -1 }
}

/** Finds the row with most headings before the first address; a title may precede it, and a person must follow it. */
function headingIn(records: readonly Line[]): number {
  const first = records.findIndex(({ cells }) => cells.some((cell) => cell.includes('@')))
  const counts = records.slice(0, first === -1 ? 1 : first).map(({ cells }) => headingsIn(cells))
  const most = counts.reduce((one, other) => Math.max(one, other), 0)
  const at = most === 0 ? -1 : counts.lastIndexOf(most)
  return at + 1 < records.length ? at : -1
}

/** Ends quotes at the end of their line when a quote is unclosed, because such a quote would include all following lines. */
const linesOf = (text: string, separator: Separator): Line[] =>
  quotedRecords(text, separator, true) ?? quotedRecords(text, separator, false) ?? []

/** Mail programs write `\"` for a quotation mark within quotes. A cell of a table may end with a backslash. */
const isEscape = (text: string, at: number): boolean =>
  text.charAt(at + 1) === '"' && !/[,;\t\n]|^$/.test(text.charAt(at + 2))

/**
 * Parses RFC 4180 in one pass: quotes contain separators and, if allowed, line breaks. Returns null for a quote that is never
 * closed, or closed within a cell.
 */
function quotedRecords(clean: string, separator: Separator, holdLineEnds: boolean): Line[] | null {
  const records: Line[] = []
  let record: Line = { row: 1, cells: [] }
  let cell = ''
  let isBlank = true
  let quoted = false
  let row = 1
  const endCell = () => {
    record.cells.push(cell.trim())
    cell = ''
    isBlank = true
  }
  for (let at = 0; at < clean.length; at += 1) {
    const sign = clean.charAt(at)
    if (sign === '\n') row += 1
    if (sign === '\n' && !holdLineEnds) quoted = false
    if (quoted) {
      if (sign === '\\' && isEscape(clean, at)) {
        cell += '"'
        at += 1
      } else if (sign !== '"') cell += sign
      else if (clean.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else if (holdLineEnds && !/[,;\t\s，；、،؛]|^$/.test(clean.charAt(at + 1))) return null
      else quoted = false
    } else if (sign === '"' && isBlank) {
      quoted = true
      isBlank = false
      cell = ''
    } else if (written[separator].includes(sign)) endCell()
    else if (sign === '\n') {
      endCell()
      records.push(record)
      record = { row, cells: [] }
    } else {
      cell += sign
      isBlank &&= sign.trim() === ''
    }
  }
  if (quoted && holdLineEnds) return null
  endCell()
  records.push(record)
  return records
}

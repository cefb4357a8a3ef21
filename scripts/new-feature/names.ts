/** Derives the names of a feature's parts from its name, and says why a name cannot be taken. */
export interface Names {
  /** Holds the name as given. Folders, files and addresses have this form. */
  kebab: string
  /** These are the forms of constants: `studyPlans` and `studyPlan`. */
  names: string
  name: string
  /** These are the forms of types, also in names of calls: `StudyPlans` and `StudyPlan`. */
  Names: string
  Name: string
  table: string
  /** These are the forms in texts: `study plans`, `Study plans` and `study plan`. */
  words: string
  Words: string
  word: string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const camel = (kebab: string): string => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  return plural.replace(/(?<=ss|x|ch|sh)es$|s$/, '')
}

export function namesOf(kebab: string): Names {
  const one = singularOf(kebab)
  const words = kebab.replaceAll('-', ' ')
  return {
    kebab,
    names: camel(kebab),
    name: camel(one),
    Names: capital(camel(kebab)),
    Name: capital(camel(one)),
    table: kebab.replaceAll('-', '_'),
    words,
    Words: capital(words),
    word: one.replaceAll('-', ' '),
  }
}

export interface Taken {
  /** Lists the features that have a folder in the server, the contract or the web client. */
  folders: ReadonlySet<string>
  /** Lists the names of tables and views. */
  relations: ReadonlySet<string>
  calls: ReadonlySet<string>
  /** Lists the first segments of the addresses of pages. */
  pages: ReadonlySet<string>
  /** Lists the services in manifests and the namespaces of texts. */
  constants: ReadonlySet<string>
  /** Lists the names that the code of the templates uses itself. */
  ofSkeleton: ReadonlySet<string>
}

const form = /^[a-z]+(?:-[a-z]+)*$/
const longest = 30
/**
 * Lists names that JavaScript or PostgreSQL reserves, in the plural or the singular, and names that a check of this repository
 * refuses.
 */
const reserved = new Set(
  'break case catch class continue debugger default delete do else enum export extends false finally for function if import in implements instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield await references values rows users'.split(
    ' ',
  ),
)
const meaningless = /^(?:utils?|helpers?|commons?|desks?|doors?|keepers?|lies)$/

/** Returns a sentence that says why the name cannot be taken, or null. */
export function reasonAgainst(given: string | undefined, taken: Taken): string | null {
  if (given === undefined || given === '') return 'Name the feature: npm run new:feature study-plans'
  if (!form.test(given))
    return `'${given}' is not a name: write lower-case words with hyphens, such as study-plans.`
  if (!given.endsWith('s') || given.endsWith('ss') || given.length < 4)
    return `'${given}' is not a plural: the name is that of a table and a list, such as study-plans.`
  if (given.length > longest) return `'${given}' is longer than ${longest} characters.`
  const { names, name, Names, Name, table } = namesOf(given)
  if (meaningless.test(given)) return `'${given}' does not say what the feature is about.`
  if (reserved.has(names) || reserved.has(name)) return `'${given}' is reserved by JavaScript or PostgreSQL.`
  if (taken.folders.has(given)) return `'${given}' is taken: a feature has this name.`
  if (taken.relations.has(table)) return `'${given}' is taken: a table or view has the name ${table}.`
  const call = [`list${Names}`, `create${Name}`].find((one) => taken.calls.has(one))
  if (call !== undefined) return `'${given}' is taken: a call has the name ${call}.`
  if (taken.pages.has(given)) return `'${given}' is taken: a page has the address /${given}.`
  if (taken.constants.has(names))
    return `'${given}' is taken: a service or a group of texts has the name ${names}.`
  const own = [names, name].find((one) => taken.ofSkeleton.has(one))
  return own === undefined ? null : `'${given}' is taken: the skeleton itself uses the word ${own}.`
}

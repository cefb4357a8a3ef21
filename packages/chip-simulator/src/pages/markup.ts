/** Holds HTML and escapes every inserted value except other Markup. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = Markup | string | number | false | null | readonly Insertable[]

export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(parts.map((part, index) => part + insert(values[index] ?? null)).join(''))
}

function insert(value: Insertable): string {
  if (value instanceof Markup) return value.text
  if (value === null || value === false) return ''
  if (typeof value === 'object') return value.map(insert).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

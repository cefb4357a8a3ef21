/** Holds the values and faults of one form. The elements of its fields keep what is typed, so that typing draws nothing anew. */
import type * as z from 'zod/mini'
import { firstOf, isSameValue, readFrom, showIn, type FieldElement } from './field-elements.ts'

export type FieldName<In> = Extract<keyof In, string>
type Schema<In, Out> = z.core.$ZodType<Out, In>

/** A function loads rules that a page does not need before it is used. Dialogs load by a press and contain theirs. */
export type Rules<In, Out> = Schema<In, Out> | (() => Promise<Schema<In, Out>>)

/** After the first submit, 'onChange' validates a field on each change, 'onSubmit' only at the next submit. */
export type Recheck = 'onChange' | 'onSubmit'

export interface FieldFault {
  message?: string | undefined
  /** The type is 'server' for a fault that the server has found. */
  type?: string
}
export type Faults<In> = { readonly [Name in FieldName<In>]?: FieldFault | undefined }

interface FieldOptions<In> {
  /** These fields are validated again together with this one. */
  deps?: readonly FieldName<In>[]
  onChange?: () => void
  valueAsNumber?: boolean
}

/** The props connect an uncontrolled field with the form. */
export interface Registered<Name extends string = string> {
  name: Name
  ref: (element: FieldElement | null) => (() => void) | undefined
  onChange: () => void
  onBlur: () => void
}

interface Field<In> {
  props: Omit<Registered, 'name'>
  elements: Set<FieldElement>
  options: FieldOptions<In>
}

interface Settings<In, Out> {
  rules: Rules<In, Out>
  recheck: Recheck
  /** The callback gets the failure of a submit whose rules could not be loaded. */
  onLoadFailure: (error: unknown) => void
}

export class ContractForm<In extends object, Out> {
  defaultValues: In
  errors: Faults<In> = {}
  isSubmitted = false
  /** True while the rules of a submit are loading or the promise of its handler is pending. */
  isSubmitting = false

  readonly #redraw: () => void
  readonly #fields = new Map<string, Field<In>>()
  readonly #focusTargets = new Map<string, HTMLElement>()
  readonly #watched = new Set<string>()
  readonly #listeners = new Set<(values: In) => void>()
  #settings: Settings<In, Out>
  #values: In
  /** The value is null until a component asks whether the form is dirty. */
  #wasDirty: boolean | null = null
  #isMounted = false
  #loaded: Schema<In, Out> | null = null
  #loading: Promise<Schema<In, Out>> | null = null
  /** The names are of changed fields whose faults are not known yet. */
  readonly #unchecked = new Set<FieldName<In>>()
  #checks = 0

  constructor(defaultValues: In, settings: Settings<In, Out>, redraw: () => void) {
    this.defaultValues = defaultValues
    this.#values = { ...defaultValues }
    this.#settings = settings
    this.#redraw = redraw
  }

  readonly follow = (settings: Settings<In, Out>): void => {
    this.#settings = settings
  }

  /** A submit that waits for its rules ends with the form. */
  readonly mount = (): (() => void) => {
    this.#isMounted = true
    return () => {
      this.#isMounted = false
    }
  }

  /** Returns whether a value differs from the default one. */
  get isDirty(): boolean {
    this.#wasDirty = this.#differs()
    return this.#wasDirty
  }

  #differs(): boolean {
    const names = Object.keys(this.#values) as FieldName<In>[]
    return names.some((name) => !isSameValue(this.#values[name], this.defaultValues[name]))
  }

  readonly register = <Name extends FieldName<In>>(
    name: Name,
    options: FieldOptions<In> = {},
  ): Registered<Name> => {
    const field = this.#fields.get(name) ?? this.#newField(name)
    field.options = options
    return { ...field.props, name }
  }

  #newField(name: FieldName<In>): Field<In> {
    const elements = new Set<FieldElement>()
    const field: Field<In> = {
      elements,
      options: {},
      props: {
        ref: (element) => {
          if (!element) return undefined
          elements.add(element)
          this.#attach(name, element)
          return () => elements.delete(element)
        },
        onChange: () => this.#take(name),
        // Programs fill in fields, some without an event of input.
        onBlur: () => this.#take(name),
      },
    }
    this.#fields.set(name, field)
    return field
  }

  #attach(name: FieldName<In>, element: FieldElement): void {
    if (this.#values[name] === undefined) {
      const read = { [name]: this.#read(name) }
      this.defaultValues = { ...this.defaultValues, ...read }
      this.#values = { ...this.#values, ...read }
    } else showIn(element, this.#values[name])
    if (typeof this.#settings.rules !== 'function' || this.#loaded) return
    // The rules load when the person turns to the form.
    const frame = element.form ?? element
    for (const type of ['focusin', 'pointerover']) frame.addEventListener(type, this.#prepare)
    if (frame.contains(document.activeElement)) this.#prepare()
  }

  readonly #prepare = (): void => {
    this.#load().catch((error: unknown) => console.warn('The rules of a form could not be loaded yet', error))
  }

  #load(): Promise<Schema<In, Out>> {
    const { rules } = this.#settings
    if (typeof rules !== 'function') return Promise.resolve(rules)
    this.#loading ??= rules().then(
      (loaded) => (this.#loaded = loaded),
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }

  /** Returns the rules if they have arrived. */
  #present(): Schema<In, Out> | null {
    return typeof this.#settings.rules === 'function' ? this.#loaded : this.#settings.rules
  }

  #read(name: FieldName<In>): unknown {
    const field = this.#fields.get(name)
    return field && readFrom(field.elements, this.#values[name], field.options.valueAsNumber === true)
  }

  /** Takes the value of a field from its elements. */
  #take(name: FieldName<In>): void {
    const read = this.#read(name)
    if (isSameValue(read, this.#values[name])) return
    this.#change({ ...this.#values, [name]: read }, [name])
    this.#fields.get(name)?.options.onChange?.()
  }

  #change(values: In, names: readonly FieldName<In>[]): void {
    this.#values = values
    const isWatched = names.some((name) => this.#watched.has(name))
    if (isWatched || (this.#wasDirty !== null && this.#differs() !== this.#wasDirty)) this.#redraw()
    for (const listener of this.#listeners) listener(values)
    if (!this.isSubmitted || this.#settings.recheck !== 'onChange') return
    for (const name of [...names, ...names.flatMap((each) => this.#fields.get(each)?.options.deps ?? [])])
      this.#unchecked.add(name)
    void this.#recheck()
  }

  async #recheck(): Promise<void> {
    this.#checks += 1
    const check = this.#checks
    const result = (this.#present() ?? (await this.#load()))['~standard'].validate(this.#values)
    const { issues } = result instanceof Promise ? await result : result
    if (check !== this.#checks) return
    const found = faultsOf<In>(issues)
    for (const name of this.#unchecked) this.errors = { ...this.errors, [name]: found[name] }
    this.#unchecked.clear()
    this.#redraw()
  }

  /**
   * Returns a handler that validates the values and passes valid ones on, as the schema returns them. Otherwise it shows the faults
   * and focuses the first. It ignores submits during another one.
   */
  readonly handleSubmit =
    (onValid: (values: Out) => unknown) =>
    async (event?: { preventDefault: () => void }): Promise<void> => {
      event?.preventDefault()
      if (this.isSubmitting) return
      this.isSubmitting = true
      try {
        await this.#submit(onValid)
      } finally {
        this.isSubmitting = false
        this.#redraw()
      }
    }

  async #submit(onValid: (values: Out) => unknown): Promise<void> {
    const values = this.#values
    const schema = this.#present() ?? (await this.#loadForSubmit())
    if (!schema) return
    const outcome = schema['~standard'].validate(values)
    const result = outcome instanceof Promise ? await outcome : outcome
    this.#checks += 1
    this.#unchecked.clear()
    this.isSubmitted = true
    this.errors = faultsOf<In>(result.issues)
    if (result.issues) {
      this.#focusFault()
      return
    }
    const handled = onValid(result.value)
    if (!(handled instanceof Promise)) return
    this.#redraw()
    await handled
  }

  /** Returns null when the rules cannot be loaded or the form has gone meanwhile. */
  async #loadForSubmit(): Promise<Schema<In, Out> | null> {
    this.#redraw()
    try {
      const schema = await this.#load()
      return this.#isMounted ? schema : null
    } catch (error) {
      if (this.#isMounted) this.#settings.onLoadFailure(error)
      return null
    }
  }

  #focusFault(): void {
    const targets = Object.keys(this.errors).flatMap((name) => this.#targetOf(name) ?? [])
    const first = firstOf(targets)
    first?.focus()
    // The field may be in a part of the form that only its fault opens.
    if (first && document.activeElement !== first) setTimeout(() => first.focus())
  }

  #targetOf(name: string): HTMLElement | undefined {
    const [element] = this.#fields.get(name)?.elements ?? []
    return element ?? this.#focusTargets.get(name)
  }

  /** Returns the ref of the element that gets the focus for a field without an element of its own. */
  readonly focusRef = (name: FieldName<In>) => (element: HTMLElement | null) => {
    if (element) this.#focusTargets.set(name, element)
    else this.#focusTargets.delete(name)
  }

  readonly setFocus = (name: FieldName<In>, { shouldSelect = false } = {}): void => {
    const element = this.#targetOf(name)
    element?.focus()
    if (shouldSelect && element instanceof HTMLInputElement) element.select()
  }

  /** Returns current values, and draws the form anew when they change. */
  readonly watch: Watch<In> = <Name extends FieldName<In>>(names: Name | readonly Name[]) => {
    if (typeof names === 'string') {
      this.#watched.add(names)
      return this.#values[names]
    }
    return names.map((name) => {
      this.#watched.add(name)
      return this.#values[name]
    })
  }

  /** Calls back with the values after each change, until the returned function is called. */
  readonly onValues = (listener: (values: In) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the values as they are in the fields, not as the schema returns them. */
  readonly values = (): In => this.#values

  readonly setValue = <Name extends FieldName<In>>(name: Name, value: In[Name]): void => {
    this.#fields.get(name)?.elements.forEach((element) => showIn(element, value))
    this.#change({ ...this.#values, [name]: value }, [name])
  }

  /** Begins anew with these values as the default ones. */
  readonly reset = (values: In): void => {
    this.defaultValues = values
    this.errors = {}
    this.isSubmitted = false
    this.#checks += 1
    this.#unchecked.clear()
    for (const [name, { elements }] of this.#fields)
      for (const element of elements) showIn(element, values[name as FieldName<In>])
    this.#change({ ...values }, [])
    this.#redraw()
  }

  /** Returns a field to its default value, or to this new one. */
  readonly resetField = <Name extends FieldName<In>>(
    name: Name,
    value: In[Name] = this.defaultValues[name],
  ): void => {
    this.defaultValues = { ...this.defaultValues, [name]: value }
    this.clearErrors(name)
    this.setValue(name, value)
  }

  readonly setError = (name: FieldName<In>, fault: FieldFault, { shouldFocus = false } = {}): void => {
    this.errors = { ...this.errors, [name]: fault }
    this.#redraw()
    if (shouldFocus) this.#targetOf(name)?.focus()
  }

  /** Removes the fault of this field, or all. */
  readonly clearErrors = (name?: FieldName<In>): void => {
    this.errors = name === undefined ? {} : { ...this.errors, [name]: undefined }
    this.#redraw()
  }
}

interface Watch<In> {
  <Name extends FieldName<In>>(name: Name): In[Name]
  <const Names extends readonly FieldName<In>[]>(names: Names): { [At in keyof Names]: In[Names[At]] }
}

interface FoundIssue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

/** The first issue of a field is shown. An issue within a list belongs to the list. */
function faultsOf<In>(issues: readonly FoundIssue[] = []): Faults<In> {
  const faults: Record<string, FieldFault> = {}
  for (const { message, path = [] } of issues) {
    const [first = ''] = path
    faults[String(typeof first === 'object' ? first.key : first)] ??= { message }
  }
  return faults as Faults<In>
}

declare module 'autocannon' {
  interface Options {
    url: string
    connections?: number
    /** Seconds. */
    duration?: number
    /** Of requests, instead of a duration. */
    amount?: number
    /** Milliseconds between two looks whether `amount` is reached. */
    sampleInt?: number
    headers?: Record<string, string>
    requests?: { path: string }[]
  }
  interface Result {
    requests: { total: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
